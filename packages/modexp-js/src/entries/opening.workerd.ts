/** Instances for curves and pairings in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import { onlyTier, type PointsTiers } from "../curves/tier.js";
import type { Given } from "../wasm/carried.js";
import type { PointsWasm } from "../wasm/exports.js";
import type { WasmTier } from "../wasm/features.js";
import { WasmInstance } from "../wasm/instance.js";

/** An instance of the one tier inside. Where a multiply-add rounds twice, `relaxed` computes as `simd` does. */
export function openCarried<W extends PointsWasm, T extends WasmTier>(
  [[tier, module]]: Given<T>,
  tiers: PointsTiers<T>,
  options?: { readonly tier?: T | "native" },
): { instance: WasmInstance<W>; tier: T } {
  onlyTier(tier, tiers, options);
  return { instance: new WasmInstance(module), tier };
}
