/** The entry `modexp-historical`: its own instance, compiled at the first pairing. */
import type { CurvesOptions } from "../../curves/bind.js";
import type { CurveFixedBase } from "../../curves/fixed-base.js";
import { openedNow } from "../../curves/opened.js";
import { CURVES } from "../../curves/tier.js";
import { bindHistoricalPairings, type HistoricalPairings } from "../../pairings/bind.js";
import type { HistoricalPairingName } from "../../pairings/names.js";
import type { Pairing as PairingOf } from "../../pairings/pairing.js";
import carried from "../../wasm/modexp-historical-pairings.texts.js";
import { openCarried } from "../opening.js";

const main: HistoricalPairings = bindHistoricalPairings(() => openCarried(carried, CURVES));

/** Makes a {@link Pairing}. */
export const Pairing: HistoricalPairings["Pairing"] = main.Pairing;
/** A pairing with its groups. */
export type Pairing = PairingOf<HistoricalPairingName>;

/** Takes saved tables of points of both groups; `Curve.fixedBase` makes new ones. */
export const FixedBase: HistoricalPairings["FixedBase"] = main.FixedBase;
/** A point with tables of its multiples. */
export type FixedBase<C = bigint> = CurveFixedBase<C>;

/**
 * Pairings with a memory of their own.
 *
 * @throws TypeError if there is no tier of that name; Error if this engine cannot run it.
 * @example
 * const own = createPairings();
 * new own.Pairing("KSS18-511").g2.byteLength; // 192
 */
export function createPairings(options?: CurvesOptions): HistoricalPairings {
  return openedNow(bindHistoricalPairings(() => openCarried(carried, CURVES, options)));
}
