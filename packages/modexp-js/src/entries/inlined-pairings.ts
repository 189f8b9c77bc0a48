/** Pairings on the modules inside the package, without `await`. */

import { chooseCurvesTier } from "../curves/tier.js";
import type { OpenedPairings, PairingsOptions } from "../pairings/bind.js";
import { compileNow } from "../wasm/compile.js";
import { WasmInstance } from "../wasm/instance.js";
import { pairingsModuleBytes } from "../wasm/pairings-modules.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openPairings(options?: PairingsOptions): OpenedPairings {
  const tier = chooseCurvesTier(options);
  return { instance: new WasmInstance(compileNow(pairingsModuleBytes(tier))), tier };
}
