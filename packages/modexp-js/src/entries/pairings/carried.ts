/** The entry `modexp/pairings`: its own instance, compiled at the first pairing. */
import type { CurveFixedBase } from "../../curves/fixed-base.js";
import { openedNow } from "../../curves/opened.js";
import { PAIRINGS } from "../../curves/tier.js";
import { bindPairings, type Pairings, type PairingsOptions } from "../../pairings/bind.js";
import type { Pairing as PairingOf } from "../../pairings/pairing.js";
import carried from "../../wasm/modexp-pairings.texts.js";
import { openCarried } from "../opening.js";

const main: Pairings = bindPairings(() => openCarried(carried, PAIRINGS));

/** Makes a {@link Pairing}. */
export const Pairing: Pairings["Pairing"] = main.Pairing;
/** A pairing with its groups. */
export type Pairing = PairingOf;

/** Takes saved tables of points of both groups; `Curve.fixedBase` makes new ones. */
export const FixedBase: Pairings["FixedBase"] = main.FixedBase;
/** A point with tables of its multiples. */
export type FixedBase<C = bigint> = CurveFixedBase<C>;

/**
 * Pairings with a memory of their own.
 *
 * @throws TypeError if there is no tier of that name; Error if this engine cannot run it.
 * @example
 * const own = createPairings();
 * new own.Pairing("alt_bn128").g1.byteLength; // 32
 */
export function createPairings(options?: PairingsOptions): Pairings {
  return openedNow(bindPairings(() => openCarried(carried, PAIRINGS, options)));
}
