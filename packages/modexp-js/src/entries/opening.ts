/** Instances for curves and pairings on the modules inside an entry, without `await`. */
import { type PointsTiers, pointsTier } from "../curves/tier.js";
import { type Carried, moduleOf } from "../wasm/carried.js";
import type { PointsWasm } from "../wasm/exports.js";
import type { WasmTier } from "../wasm/features.js";
import { WasmInstance } from "../wasm/instance.js";

/** An instance of the tier that the options ask for, or of the best one inside. */
export function openCarried<W extends PointsWasm, T extends WasmTier>(
  carried: Carried,
  tiers: PointsTiers<T>,
  options?: { readonly tier?: T | "native" },
): { instance: WasmInstance<W>; tier: T | "simd" | "native" } {
  const inside = carried.map(([tier]) => tier);
  const tier = pointsTier(tiers, options, inside);
  return { instance: new WasmInstance(moduleOf(carried, tier)), tier };
}
