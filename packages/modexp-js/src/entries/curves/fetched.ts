/** The entry `modexp/curves/async`: fetches the one .wasm that this engine runs best. */
import { bindCurves, type Curves, type CurvesOptions, type Opened } from "../../curves/bind.js";
import { PRIME } from "../../curves/parameters.js";
import { CURVES } from "../../curves/tier.js";
import { curvesUrls } from "../../wasm/urls.js";
import { openFetched } from "../fetching.js";

/**
 * Makes curves on an instance of their own, like `createCurves` of `modexp/curves`, with WebAssembly in a separate file.
 *
 * @throws TypeError if no tier has that name; Error if this engine cannot run it, or the file cannot be loaded.
 * @example
 * const { Curve } = await createCurves();
 * new Curve("P-256").byteLength; // 32
 */
export async function createCurves(options?: CurvesOptions): Promise<Curves> {
  const opened: Opened = await openFetched(curvesUrls, CURVES, options);
  return bindCurves(PRIME, () => opened);
}
