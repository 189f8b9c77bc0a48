/** The tiers of the engine that runs the tests that have modules for pairings. */
import { CURVES_TIERS, PAIRINGS_TIERS, supports } from "../../src/api/tier.js";
import { createPairings as createHistorical, type HistoricalPairings } from "../../src/historical-pairings.js";
import { createPairings, type Pairings, type PairingsTier } from "../../src/pairings.js";
import type { CurvesTier } from "../../src/wasm/curves.js";

/** A fresh instance of each. */
export const pairingTiers: readonly { tier: PairingsTier; api: Pairings }[] = PAIRINGS_TIERS.filter(supports).map(
  (tier) => ({ tier, api: createPairings({ tier }) }),
);

/** The same of the historical ones. */
export const historicalTiers: readonly { tier: CurvesTier; api: HistoricalPairings }[] = CURVES_TIERS.filter(
  supports,
).map((tier) => ({ tier, api: createHistorical({ tier }) }));
