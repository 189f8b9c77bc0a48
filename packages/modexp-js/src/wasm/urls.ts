/** Where the package's .wasm files are: relative to its entries, which lie one folder deep. */
import type { PowersModule, WasmTier } from "./features.js";

type Urls<T extends PowersModule> = Readonly<Record<T, () => URL>>;

// written out one by one: bundlers find the files by this very form
export const powersUrls: Urls<PowersModule> = {
  relaxed: () => new URL("../wasm/modexp-relaxed.wasm", import.meta.url),
  "relaxed-wide": () => new URL("../wasm/modexp-relaxed-wide.wasm", import.meta.url),
  wide: () => new URL("../wasm/modexp-wide.wasm", import.meta.url),
  simd: () => new URL("../wasm/modexp-simd.wasm", import.meta.url),
};

export const curvesUrls: Urls<Exclude<WasmTier, "relaxed">> = {
  wide: () => new URL("../wasm/modexp-curves-wide.wasm", import.meta.url),
  simd: () => new URL("../wasm/modexp-curves-simd.wasm", import.meta.url),
};

export const binaryCurvesUrls: Urls<"simd"> = {
  simd: () => new URL("../wasm/modexp-binary-curves-simd.wasm", import.meta.url),
};

export const pairingsUrls: Urls<WasmTier> = {
  relaxed: () => new URL("../wasm/modexp-pairings-relaxed.wasm", import.meta.url),
  wide: () => new URL("../wasm/modexp-pairings-wide.wasm", import.meta.url),
  // the same file, to be changed
  simd: () => pairingsUrls.relaxed(),
};
