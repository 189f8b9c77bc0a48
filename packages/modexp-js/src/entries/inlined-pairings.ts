/** Pairings on the modules inside the package, without `await`. */

import { choosePairingsTier } from "../curves/tier.js";
import type { OpenedPairings, PairingsOptions } from "../pairings/bind.js";
import { compileNow } from "../wasm/compile.js";
import { PAIRINGS_INSIDE, pairingsModuleBytes } from "../wasm/pairings-modules.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openPairings(options?: PairingsOptions): OpenedPairings {
  const tier = choosePairingsTier(options, PAIRINGS_INSIDE);
  return { instance: new PointsInstance(compileNow(pairingsModuleBytes(tier))), tier };
}
