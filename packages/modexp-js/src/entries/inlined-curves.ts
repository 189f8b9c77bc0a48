/** Curves on the modules inside the package, without `await`. */

import type { CurvesOptions, Opened } from "../curves/bind.js";
import { chooseCurvesTier } from "../curves/tier.js";
import { compileNow } from "../wasm/compile.js";
import { CURVES_INSIDE, curvesModuleBytes } from "../wasm/curves-modules.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openCurves(options?: CurvesOptions): Opened {
  const tier = chooseCurvesTier(options, CURVES_INSIDE);
  return { instance: new PointsInstance(compileNow(curvesModuleBytes(tier))), tier };
}
