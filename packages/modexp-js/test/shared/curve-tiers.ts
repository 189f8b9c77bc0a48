/** The curves' tiers that this engine supports. */
import { CURVES_TIERS, supports } from "../../src/api/tier.js";
import { type Curves, type CurvesTier, createCurves } from "../../src/curves.js";
import { createNative, NATIVE } from "./native.js";

/** A fresh instance of each tier. */
export const curvesTiers: readonly { tier: CurvesTier; api: Curves }[] = [
  ...NATIVE.map((tier) => ({ tier, api: createNative().curves })),
  ...CURVES_TIERS.filter(supports).map((tier) => ({ tier, api: createCurves({ tier }) })),
];
