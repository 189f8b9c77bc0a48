/** Where the package's .wasm files are: relative to its entries, which lie one folder deep. */
import type { WasmTier } from "./wasm/features.js";

// written out one by one: bundlers find the files by this very form
export const urls: Readonly<Record<WasmTier, () => URL>> = {
  relaxed: () => new URL("../wasm/modexp-relaxed.wasm", import.meta.url),
  wide: () => new URL("../wasm/modexp-wide.wasm", import.meta.url),
  simd: () => new URL("../wasm/modexp-simd.wasm", import.meta.url),
};
