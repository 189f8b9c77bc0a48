/** The two modules for pairings as text inside the package. */
import simd from "../../wasm/modexp-pairings-simd.wasm";
import wide from "../../wasm/modexp-pairings-wide.wasm";
import type { CurvesTier } from "./curves.js";
import { patch } from "./delta.js";
import { decode } from "./text.js";

/** The module of `tier`. One is there as it is, and the other as what it has beside it. */
export function pairingsModuleBytes(tier: CurvesTier): Uint8Array<ArrayBuffer> {
  const base = decode(simd);
  return tier === "simd" ? base : patch(base, decode(wide));
}
