/** The entry `modexp/binary-curves/async`: fetches the .wasm for curves over GF(2^m). */
import { BINARY, type BinaryCurveAlias, type BinaryCurveName } from "../../curves/binary.js";
import { bindCurves, type Curves, type Opened } from "../../curves/bind.js";
import { BINARY_CURVES } from "../../curves/tier.js";
import { binaryCurvesUrls } from "../../wasm/urls.js";
import { openFetched } from "../fetching.js";

/**
 * Makes curves on an instance of their own, like `createCurves` of `modexp/binary-curves`, with WebAssembly in a separate file.
 *
 * @throws Error if this engine has no WebAssembly with SIMD, or the file cannot be loaded.
 * @example
 * const { Curve } = await createCurves();
 * new Curve("K-283").byteLength; // 36
 */
export async function createCurves(): Promise<Curves<BinaryCurveName | BinaryCurveAlias>> {
  const opened: Opened = await openFetched(binaryCurvesUrls, BINARY_CURVES);
  return bindCurves(BINARY, () => opened);
}
