/** Historical pairings in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import simd from "../../wasm/modexp-historical-pairings-simd.wasm";
import { CURVES_TIERS } from "../api/tier.js";
import type { CurvesOptions } from "../curves/bind.js";
import { onlyTier } from "../curves/tier.js";
import type { OpenedPairings } from "../pairings/bind.js";
import type { WasmModule } from "../wasm/compile.js";
import type { CurvesTier } from "../wasm/curves.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openHistoricalPairings(options?: CurvesOptions): OpenedPairings<CurvesTier> {
  const tier = onlyTier("simd", CURVES_TIERS, options);
  // the cast: this host's imports of .wasm files give modules
  return { instance: new PointsInstance(simd as WasmModule), tier };
}
