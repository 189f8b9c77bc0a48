/** Historical pairings on the modules inside the package, without `await`. */

import { supports } from "../api/tier.js";
import type { CurvesOptions } from "../curves/bind.js";
import { CURVES_TIERS, chooseCurvesTier } from "../curves/tier.js";
import type { OpenedPairings } from "../pairings/bind.js";
import { bytesOf } from "../wasm/carried.js";
import { compileNow } from "../wasm/compile.js";
import type { CurvesTier } from "../wasm/curves.js";
import texts from "../wasm/modexp-historical-pairings.texts.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openHistoricalPairings(options?: CurvesOptions): OpenedPairings<CurvesTier> {
  const best = CURVES_TIERS.find((each) => texts.some(([inside]) => inside === each) && supports(each));
  const tier = chooseCurvesTier(best && options?.tier === undefined ? { tier: best } : options);
  return { instance: new PointsInstance(compileNow(bytesOf(texts, tier))), tier };
}
