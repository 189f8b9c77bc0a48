/** Instances for curves and pairings on a module that is fetched. */
import { fetchedPointsTier, type PointsTiers } from "../curves/tier.js";
import type { Change } from "../wasm/compile.js";
import type { PointsWasm } from "../wasm/exports.js";
import type { WasmTier } from "../wasm/features.js";
import { WasmInstance } from "../wasm/instance.js";
import { compileFrom } from "../wasm/read.js";

/** An instance of the tier that the options ask for, or of the best one. A tier that has no file changes the file of another tier. */
export async function openFetched<W extends PointsWasm, T extends WasmTier>(
  urls: Readonly<Record<NoInfer<T> | "simd", () => URL>>,
  tiers: PointsTiers<T>,
  options?: { readonly tier?: T | "native" },
  changes: Readonly<Partial<Record<WasmTier, Change>>> = {},
): Promise<{ instance: WasmInstance<W>; tier: T | "simd" }> {
  const tier = fetchedPointsTier(tiers, options);
  return { instance: new WasmInstance(await compileFrom(urls[tier], changes[tier])), tier };
}
