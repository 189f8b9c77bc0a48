/** The entry `modexp/curves`: its own instance, compiled at the first curve. */
import { bindCurves, type Curves, type CurvesOptions } from "../../curves/bind.js";
import type { Curve as CurveOf } from "../../curves/curve.js";
import type { CurveFixedBase } from "../../curves/fixed-base.js";
import { openedNow } from "../../curves/opened.js";
import { PRIME } from "../../curves/parameters.js";
import { CURVES } from "../../curves/tier.js";
import carried from "../../wasm/modexp-curves.texts.js";
import { openCarried } from "../opening.js";

const main: Curves = bindCurves(PRIME, () => openCarried(carried, CURVES));

/** Makes a {@link Curve}. */
export const Curve: Curves["Curve"] = main.Curve;
/** A curve with its generator. */
export type Curve = CurveOf;

/** Takes saved tables; `Curve.fixedBase` makes new ones. */
export const FixedBase: Curves["FixedBase"] = main.FixedBase;
/** A point with tables of its multiples. */
export type FixedBase = CurveFixedBase;

/**
 * Curves with a memory of their own.
 *
 * @throws TypeError if there is no tier of that name; Error if this engine cannot run it.
 * @example
 * const own = createCurves();
 * new own.Curve("P-256").byteLength; // 32
 */
export function createCurves(options?: CurvesOptions): Curves {
  return openedNow(bindCurves(PRIME, () => openCarried(carried, CURVES, options)));
}
