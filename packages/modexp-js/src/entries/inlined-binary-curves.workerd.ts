/** Curves over GF(2^m) in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import simd from "../../wasm/modexp-binary-curves-simd.wasm";
import type { Opened } from "../curves/bind.js";
import type { WasmModule } from "../wasm/compile.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openBinaryCurves(): Opened {
  // the cast: this host's imports of .wasm files give modules
  return { instance: new PointsInstance(simd as WasmModule), tier: "simd" };
}
