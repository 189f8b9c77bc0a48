/** Curves on the modules inside the package, without `await`. */
import type { CurvesOptions, Opened } from "../curves/bind.js";
import { chooseCurvesTier } from "../curves/tier.js";
import { compileNow } from "../wasm/compile.js";
import { curvesModuleBytes } from "../wasm/curves-modules.js";
import { WasmInstance } from "../wasm/instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openCurves(options?: CurvesOptions): Opened {
  const tier = chooseCurvesTier(options);
  return { instance: new WasmInstance(compileNow(curvesModuleBytes(tier))), tier };
}
