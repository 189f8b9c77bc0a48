/** The entry `modexp/pairings/async`: fetches the one .wasm that this engine runs best. */
import { PAIRINGS } from "../../curves/tier.js";
import { bindPairings, type OpenedPairings, type Pairings, type PairingsOptions } from "../../pairings/bind.js";
import { pairingsUrls } from "../../wasm/urls.js";
import { openFetched } from "../fetching.js";

/** The module for `simd` differs from the one for `relaxed` in a few instructions: 3 KiB in the place of a file of 212. */
const CHANGES = {
  simd: async (relaxed: Uint8Array) => {
    const { default: simdOf } = await import("../../wasm/modexp-pairings-simd.difference.js");
    return simdOf(relaxed);
  },
};

/**
 * Makes pairings on an instance of their own, like `createPairings` of `modexp/pairings`, with WebAssembly in a separate file.
 *
 * @throws TypeError if no tier has that name; Error if this engine cannot run it, or the file cannot be loaded.
 * @example
 * const { Pairing } = await createPairings();
 * new Pairing("BLS12-381").g2.byteLength; // 96
 */
export async function createPairings(options?: PairingsOptions): Promise<Pairings> {
  const opened: OpenedPairings = await openFetched(pairingsUrls, PAIRINGS, options, CHANGES);
  return bindPairings(() => opened);
}
