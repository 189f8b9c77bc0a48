/** Curves over GF(2^m) on the module inside the package, without `await`. */
import type { Opened } from "../curves/bind.js";
import { chooseCurvesTier } from "../curves/tier.js";
import { binaryCurvesModuleBytes } from "../wasm/binary-curves-modules.js";
import { compileNow } from "../wasm/compile.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openBinaryCurves(): Opened {
  const tier = chooseCurvesTier({ tier: "simd" });
  return { instance: new PointsInstance(compileNow(binaryCurvesModuleBytes(tier))), tier };
}
