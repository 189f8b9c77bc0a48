/** Historical pairings in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import simd from "../../wasm/modexp-historical-pairings-simd.wasm";
import { show } from "../api/validate.js";
import type { CurvesOptions } from "../curves/bind.js";
import { chooseCurvesTier } from "../curves/tier.js";
import { typeError } from "../limbs/errors.js";
import type { OpenedPairings } from "../pairings/bind.js";
import type { WasmModule } from "../wasm/compile.js";
import type { CurvesTier } from "../wasm/curves.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the one tier that there is. */
export function openHistoricalPairings(options?: CurvesOptions): OpenedPairings<CurvesTier> {
  const tier = options === undefined ? "simd" : chooseCurvesTier({ tier: "simd", ...options });
  if (tier !== "simd") throw typeError(`tier must be "simd" in an edge worker, got ${show(tier)}`);
  // the cast: this host's imports of .wasm files give modules
  return { instance: new PointsInstance(simd as WasmModule), tier };
}
