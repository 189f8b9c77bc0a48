/** The entry `modexp/binary-curves`: its own instance, compiled at the first curve. */
import { BINARY, type BinaryCurveAlias, type BinaryCurveName } from "../../curves/binary.js";
import { bindCurves, type Curves } from "../../curves/bind.js";
import type { Curve as CurveOf } from "../../curves/curve.js";
import type { CurveFixedBase } from "../../curves/fixed-base.js";
import { openedNow } from "../../curves/opened.js";
import { BINARY_CURVES } from "../../curves/tier.js";
import carried from "../../wasm/modexp-binary-curves.texts.js";
import { openCarried } from "../opening.js";

const main: Curves<BinaryCurveName | BinaryCurveAlias> = bindCurves(BINARY, () => openCarried(carried, BINARY_CURVES));

/**
 * Makes a {@link Curve}.
 *
 * @example
 * using curve = new Curve("K-283");
 * const [alice, bob] = [0xa11cen, 0xb0bn];
 * const shared = curve.multiply(alice, curve.multiply(bob));
 * shared.x === curve.multiply(bob, curve.multiply(alice)).x; // true
 */
export const Curve: Curves<BinaryCurveName | BinaryCurveAlias>["Curve"] = main.Curve;
/** A curve with its generator. */
export type Curve = CurveOf;

/** Takes saved tables; `Curve.fixedBase` makes new ones. */
export const FixedBase: Curves["FixedBase"] = main.FixedBase;
/** A point with tables of its multiples. */
export type FixedBase = CurveFixedBase;

/**
 * Curves with a memory of their own.
 *
 * @throws Error if this engine has no WebAssembly with SIMD.
 * @example
 * const own = createCurves();
 * new own.Curve("B-283").byteLength; // 36
 */
export function createCurves(): Curves<BinaryCurveName | BinaryCurveAlias> {
  return openedNow(bindCurves(BINARY, () => openCarried(carried, BINARY_CURVES)));
}
