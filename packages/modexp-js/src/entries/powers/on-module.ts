/** Contexts on modules that the caller has compiled, where this engine may compile none. */

import { Context } from "../../api/context.js";
import { failure, typeError } from "../../limbs/errors.js";
import type { WasmModule } from "../../wasm/compile.js";
import { isOurs } from "../../wasm/exports.js";
import type { WasmTier } from "../../wasm/features.js";
import { WasmInstance } from "../../wasm/instance.js";
import { multipliesRightly } from "../../wasm/self-test.js";

/**
 * A context on the tier that `module` was built for.
 *
 * @throws TypeError if it is none of the package's modules; Error if this engine cannot run its kernels.
 */
export function contextOn(module: WasmModule, forced: boolean): Context {
  if (!isOurs(module)) {
    throw typeError("source must be one of the package's .wasm files, got another module");
  }
  const instance = new WasmInstance(module);
  const tier = tierOf(instance);
  if (!multipliesRightly(instance)) {
    const name = tier === "relaxed" && instance.kernel(256) === "wide" ? "relaxed-wide" : tier;
    throw failure(
      `this engine computes wrongly with modexp-${name}.wasm; pass another of the package's files`,
      "MODEXP_ENGINE",
    );
  }
  return new Context(tier, instance, forced);
}

/** The tier whose kernels a module has. */
function tierOf(instance: WasmInstance): WasmTier {
  const kernel = instance.kernel(2048);
  if (kernel.startsWith("relaxed")) return "relaxed";
  if (kernel === "wide") return "wide";
  if (kernel === "simd128") return "simd";
  // the module found that a multiply-add rounds twice here, and does without its kernels
  throw failure("this engine cannot run the kernels of relaxed SIMD; pass modexp-simd.wasm", "MODEXP_ENGINE");
}
