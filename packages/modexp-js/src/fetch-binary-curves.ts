/** The entry `modexp/binary-curves/async`: fetches the .wasm for curves over GF(2^m). */
import { BINARY, type BinaryCurveName } from "./curves/binary.js";
import { bindCurves, type Curves } from "./curves/bind.js";
import { chooseCurvesTier } from "./curves/tier.js";
import type { CurvesWasm } from "./wasm/exports.js";
import { PointsInstance } from "./wasm/points-instance.js";
import { compileFrom } from "./wasm/read.js";

/**
 * Makes curves on an instance of their own, like `createCurves` of `modexp/binary-curves`, with WebAssembly in a separate file.
 *
 * @throws Error if this engine has no WebAssembly with SIMD, or the file cannot be loaded.
 * @example
 * const { Curve } = await createCurves();
 * new Curve("K-283").byteLength; // 36
 */
export async function createCurves(): Promise<Curves<BinaryCurveName>> {
  const tier = chooseCurvesTier({ tier: "simd" });
  const module = await compileFrom(() => new URL("../wasm/modexp-binary-curves-simd.wasm", import.meta.url));
  const opened = { instance: new PointsInstance<CurvesWasm>(module), tier };
  return bindCurves(BINARY, () => opened);
}
