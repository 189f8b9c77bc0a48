/** The tiers of the engine that runs the tests that have modules for pairings. */
import { supports } from "../../src/api/tier.js";
import { CURVES_TIERS } from "../../src/curves/tier.js";
import { createPairings as createHistorical, type HistoricalPairings } from "../../src/historical-pairings.js";
import { type CurvesTier, createPairings, type Pairings } from "../../src/pairings.js";

/** A fresh instance of each. */
export const pairingTiers: readonly { tier: CurvesTier; api: Pairings }[] = CURVES_TIERS.filter(supports).map(
  (tier) => ({ tier, api: createPairings({ tier }) }),
);

/** The same of the historical ones. */
export const historicalTiers: readonly { tier: CurvesTier; api: HistoricalPairings }[] = CURVES_TIERS.filter(
  supports,
).map((tier) => ({ tier, api: createHistorical({ tier }) }));
