/** The two modules for curves as text inside the package. */
import simd from "../../wasm/modexp-curves-simd.wasm";
import wide from "../../wasm/modexp-curves-wide.wasm";
import { patch } from "./delta.js";
import { decode } from "./text.js";
import type { CurvesTier } from "./curves.js";

/** The module of `tier`. One is there as it is, and the other as what it has beside it. */
export function curvesModuleBytes(tier: CurvesTier): Uint8Array<ArrayBuffer> {
  const base = decode(simd);
  return tier === "simd" ? base : patch(base, decode(wide));
}
