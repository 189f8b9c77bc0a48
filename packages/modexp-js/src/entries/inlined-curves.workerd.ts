/** Curves in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import simd from "../../wasm/modexp-curves-simd.wasm";
import { CURVES_TIERS } from "../api/tier.js";
import type { CurvesOptions, Opened } from "../curves/bind.js";
import { onlyTier } from "../curves/tier.js";
import type { WasmModule } from "../wasm/compile.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openCurves(options?: CurvesOptions): Opened {
  const tier = onlyTier("simd", CURVES_TIERS, options);
  // the cast: this host's imports of .wasm files give modules
  return { instance: new PointsInstance(simd as WasmModule), tier };
}
