/** Coordinates of points as lists of coefficients. */
import type { Point } from "../curves/points.js";

/** The coefficients of a coordinate, the lowest first. */
export function coefficientsOf(coordinate: unknown): readonly bigint[] {
  return typeof coordinate === "bigint" ? [coordinate] : (coordinate as readonly bigint[]);
}

/** Whether P, a point of the curve, is the identity. */
export function isZero({ x, y }: Point<unknown>): boolean {
  return [x, y].flatMap(coefficientsOf).every((coefficient) => coefficient === 0n);
}
