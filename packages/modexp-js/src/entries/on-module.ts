/** Sessions on modules that somebody else has compiled, where this engine may compile none. */

import { Session } from "../api/context.js";
import type { WasmModule } from "../wasm/compile.js";
import { isOurs } from "../wasm/exports.js";
import type { WasmTier } from "../wasm/features.js";
import { Machine } from "../wasm/instance.js";

/**
 * A session on the tier that `module` was built for.
 *
 * @throws TypeError if it is none of the package's modules; Error if this engine cannot run its kernels.
 */
export function sessionOn(module: WasmModule, forced: boolean): Session {
  if (!isOurs(module)) {
    throw new TypeError("source must be one of the package's .wasm files, got another module");
  }
  const machine = new Machine(module);
  return new Session(tierOf(machine), machine, forced);
}

/** The tier whose kernels a module has. */
function tierOf(machine: Machine): WasmTier {
  const kernel = machine.kernel(2048);
  if (kernel.startsWith("relaxed")) return "relaxed";
  if (kernel === "wide") return "wide";
  if (kernel === "simd128") return "simd";
  // the module found that a multiply-add rounds twice here, and does without its kernels
  throw new Error("this engine cannot run the kernels of modexp-relaxed.wasm; pass modexp-simd.wasm");
}
