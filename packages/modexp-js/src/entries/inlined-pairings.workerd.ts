/** Pairings in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import relaxed from "../../wasm/modexp-pairings-relaxed.wasm";
import { show } from "../api/validate.js";
import { choosePairingsTier } from "../curves/tier.js";
import { typeError } from "../limbs/errors.js";
import type { OpenedPairings, PairingsOptions } from "../pairings/bind.js";
import type { WasmModule } from "../wasm/compile.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openPairings(options?: PairingsOptions): OpenedPairings {
  // where a multiply-add rounds twice, the module computes as `simd` does
  const tier = options === undefined ? "relaxed" : choosePairingsTier({ tier: "relaxed", ...options });
  if (tier !== "relaxed") throw typeError(`tier must be "relaxed" in an edge worker, got ${show(tier)}`);
  // the cast: this host's imports of .wasm files give modules
  return { instance: new PointsInstance(relaxed as WasmModule), tier };
}
