/** Coordinates of points as lists of coefficients. */
import { reading, show } from "../api/validate.js";
import type { Curve } from "../curves/curve.js";
import type { Point } from "../curves/points.js";
import { typeError } from "../limbs/errors.js";

/** The argument `curve`, a curve or a group of a pairing. It may be of another copy of the package. */
export function toCurve<C>(curve: Curve<C>): Curve<C> {
  const wrong = () => typeError(`curve must be a Curve, or the g1 or g2 of a Pairing, got ${show(curve)}`);
  if (!reading(curve, wrong, () => curve?.isCurve === true)) throw wrong();
  return curve;
}

/** The coefficients of a coordinate, the lowest first. */
export function coefficientsOf(coordinate: unknown): readonly bigint[] {
  return typeof coordinate === "bigint" ? [coordinate] : (coordinate as readonly bigint[]);
}

/** Whether P, a point of the curve, is the identity. */
export function isZero({ x, y }: Point<unknown>): boolean {
  return [x, y].flatMap(coefficientsOf).every((coefficient) => coefficient === 0n);
}
