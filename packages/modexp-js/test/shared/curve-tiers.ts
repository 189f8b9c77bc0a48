/** The tiers of the engine that runs the tests that have modules for curves. */
import { CURVES_TIERS, supports } from "../../src/api/tier.js";
import { type Curves, type CurvesTier, createCurves } from "../../src/curves.js";

/** A fresh instance of each. */
export const curvesTiers: readonly { tier: CurvesTier; api: Curves }[] = CURVES_TIERS.filter(supports).map((tier) => ({
  tier,
  api: createCurves({ tier }),
}));
