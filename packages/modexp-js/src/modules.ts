/** The three modules as text inside the package: in a file of its own, which the entries that need no `await` share. */
import relaxed from "../wasm/modexp-relaxed.wasm";
import simd from "../wasm/modexp-simd.wasm";
import wide from "../wasm/modexp-wide.wasm";
import type { WasmTier } from "./load.js";
import { decode, type Encoded } from "./text.js";

const texts: Readonly<Record<WasmTier, Encoded>> = { relaxed, wide, simd };

/** The module of `tier`. */
export function moduleBytes(tier: WasmTier): Uint8Array<ArrayBuffer> {
  return decode(texts[tier]);
}
