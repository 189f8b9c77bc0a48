/** The entry `modexp/pairings/async`: fetches the one .wasm that this engine runs best. */
import { choosePairingsTier } from "./curves/tier.js";
import { bindPairings, type Pairings, type PairingsOptions } from "./pairings/bind.js";
import type { PairingsWasm } from "./wasm/exports.js";
import type { PairingsTier } from "./wasm/pairings.js";
import { PointsInstance } from "./wasm/points-instance.js";
import { compileFrom } from "./wasm/read.js";

// written out one by one, as in fetch.ts
const urls: Readonly<Record<PairingsTier, () => URL>> = {
  relaxed: () => new URL("../wasm/modexp-pairings-relaxed.wasm", import.meta.url),
  wide: () => new URL("../wasm/modexp-pairings-wide.wasm", import.meta.url),
  simd: () => new URL("../wasm/modexp-pairings-simd.wasm", import.meta.url),
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
  const tier = choosePairingsTier(options);
  const opened = { instance: new PointsInstance<PairingsWasm>(await compileFrom(urls[tier])), tier };
  return bindPairings(() => opened);
}
