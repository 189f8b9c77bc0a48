/** Pairings on the modules inside the package, without `await`. */

import { supports } from "../api/tier.js";
import { choosePairingsTier, PAIRINGS_TIERS } from "../curves/tier.js";
import type { OpenedPairings, PairingsOptions } from "../pairings/bind.js";
import { compileNow } from "../wasm/compile.js";
import { PAIRINGS_INSIDE, pairingsModuleBytes } from "../wasm/pairings-modules.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openPairings(options?: PairingsOptions): OpenedPairings {
  const best = PAIRINGS_TIERS.find((each) => PAIRINGS_INSIDE.includes(each) && supports(each));
  const tier = choosePairingsTier(best && options?.tier === undefined ? { tier: best } : options);
  return { instance: new PointsInstance(compileNow(pairingsModuleBytes(tier))), tier };
}
