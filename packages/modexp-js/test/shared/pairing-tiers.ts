/** The pairings' tiers that this engine supports. */
import { CURVES_TIERS, PAIRINGS_TIERS, supports } from "../../src/api/tier.js";
import { createPairings as createHistorical, type HistoricalPairings } from "../../src/historical-pairings.js";
import { createPairings, type Pairings, type PairingsTier } from "../../src/pairings.js";
import type { CurvesTier } from "../../src/wasm/curves.js";
import { createNative, NATIVE } from "./native.js";

/** A fresh instance of each tier. */
export const pairingTiers: readonly { tier: PairingsTier; api: Pairings }[] = [
  ...NATIVE.map((tier) => ({ tier, api: createNative().pairings })),
  ...PAIRINGS_TIERS.filter(supports).map((tier) => ({ tier, api: createPairings({ tier }) })),
];

/** A fresh instance of the historical pairings for each tier. */
export const historicalTiers: readonly { tier: CurvesTier; api: HistoricalPairings }[] = CURVES_TIERS.filter(
  supports,
).map((tier) => ({ tier, api: createHistorical({ tier }) }));
