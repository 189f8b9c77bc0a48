/** Pairings in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import relaxed from "../../wasm/modexp-pairings-relaxed.wasm";
import { PAIRINGS_TIERS } from "../api/tier.js";
import { onlyTier } from "../curves/tier.js";
import type { OpenedPairings, PairingsOptions } from "../pairings/bind.js";
import type { WasmModule } from "../wasm/compile.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openPairings(options?: PairingsOptions): OpenedPairings {
  // where a multiply-add rounds twice, the module computes as `simd` does
  const tier = onlyTier("relaxed", PAIRINGS_TIERS, options);
  // the cast: this host's imports of .wasm files give modules
  return { instance: new PointsInstance(relaxed as WasmModule), tier };
}
