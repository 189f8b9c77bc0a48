/** Curves on the modules inside the package, without `await`. */

import { supports } from "../api/tier.js";
import type { CurvesOptions, Opened } from "../curves/bind.js";
import { CURVES_TIERS, chooseCurvesTier } from "../curves/tier.js";
import { compileNow } from "../wasm/compile.js";
import { CURVES_INSIDE, curvesModuleBytes } from "../wasm/curves-modules.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openCurves(options?: CurvesOptions): Opened {
  const best = CURVES_TIERS.find((each) => CURVES_INSIDE.includes(each) && supports(each));
  const tier = chooseCurvesTier(best && options?.tier === undefined ? { tier: best } : options);
  return { instance: new PointsInstance(compileNow(curvesModuleBytes(tier))), tier };
}
