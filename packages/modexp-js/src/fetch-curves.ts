/** The entry `modexp/curves/async`: fetches the one .wasm that this engine runs best. */
import { bindCurves, type Curves, type CurvesOptions } from "./curves/bind.js";
import { PRIME } from "./curves/parameters.js";
import { chooseCurvesTier } from "./curves/tier.js";
import type { CurvesTier } from "./wasm/curves.js";
import type { CurvesWasm } from "./wasm/exports.js";
import { PointsInstance } from "./wasm/points-instance.js";
import { compileFrom } from "./wasm/read.js";

// written out one by one, as in fetch.ts
const urls: Readonly<Record<CurvesTier, () => URL>> = {
  wide: () => new URL("../wasm/modexp-curves-wide.wasm", import.meta.url),
  simd: () => new URL("../wasm/modexp-curves-simd.wasm", import.meta.url),
};

/**
 * Makes curves on an instance of their own, like `createCurves` of `modexp/curves`, with WebAssembly in a separate file.
 *
 * @throws TypeError if no tier has that name; Error if this engine cannot run it, or the file cannot be loaded.
 * @example
 * const { Curve } = await createCurves();
 * new Curve("P-256").byteLength; // 32
 */
export async function createCurves(options?: CurvesOptions): Promise<Curves> {
  const tier = chooseCurvesTier(options);
  const opened = { instance: new PointsInstance<CurvesWasm>(await compileFrom(urls[tier])), tier };
  return bindCurves(PRIME, () => opened);
}
