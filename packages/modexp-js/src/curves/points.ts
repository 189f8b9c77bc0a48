/** Points as the user holds them. */
import { show, toInt } from "../api/validate.js";
import { rangeError, typeError } from "../limbs/errors.js";
import type { StagedPoint } from "../wasm/curves.js";

/**
 * A point: its coordinates, from 0 to p − 1. The identity is `{ x: 0n, y: 0n }`, which is on no curve with b ≠ 0, and in no
 * subgroup of odd order. Points are immutable, and every call takes plain objects of this shape.
 */
export interface Point {
  /** The first coordinate. */
  readonly x: bigint;
  /** The second coordinate. */
  readonly y: bigint;
}

/** The identity of every curve. */
export const IDENTITY: Point = Object.freeze({ x: 0n, y: 0n });

/** A point as the user gets it. */
export function toPoint(staged: StagedPoint): Point {
  return staged === undefined ? IDENTITY : Object.freeze({ x: staged[0], y: staged[1] });
}

/** The coordinates of the argument `name`; undefined for the identity. */
export function coordinates(point: Point, name: string): StagedPoint {
  if (typeof point !== "object" || point === null) {
    throw typeError(`${name} must be a point { x, y }, got ${show(point)}`);
  }
  const x = toInt(point.x, `${name}.x`);
  const y = toInt(point.y, `${name}.y`);
  return x === 0n && y === 0n ? undefined : [x, y];
}

/** Checks that the coordinates of the argument `name` are below p. */
export function checkBelow(point: StagedPoint, name: string, p: bigint): StagedPoint {
  for (const [i, value] of (point ?? []).entries()) checkResidue(value, `${name}.${i === 0 ? "x" : "y"}`, p);
  return point;
}

/** Checks that the argument `name` is from 0 to p − 1. */
export function checkResidue(value: bigint, name: string, p: bigint): void {
  if (value < 0n || value >= p) throw rangeError(`${name} must be from 0 to p − 1, got ${show(value)}`);
}
