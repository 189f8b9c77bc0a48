/** The three modules as text inside the package, which the entries that need no `await` share. */
import relaxed from "../../wasm/modexp-relaxed.wasm";
import simd from "../../wasm/modexp-simd.wasm";
import wide from "../../wasm/modexp-wide.wasm";
import { patch } from "./delta.js";
import type { WasmTier } from "./features.js";
import { decode } from "./text.js";

/** The module of `tier`. The most frequent one is there as it is, and the others as what they have beside it. */
export function moduleBytes(tier: WasmTier): Uint8Array<ArrayBuffer> {
  const base = decode(relaxed);
  return tier === "relaxed" ? base : patch(base, decode(tier === "wide" ? wide : simd));
}
