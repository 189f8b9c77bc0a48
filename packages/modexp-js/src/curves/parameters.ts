/** A curve by its parameters: what can be checked without arithmetic. */
import { type Int, show, toInt } from "../api/validate.js";
import { bitLength } from "../limbs/bit-length.js";
import { type ModexpError, rangeError, typeError } from "../limbs/errors.js";
import type { StagedParameters } from "../wasm/curves.js";
import { CURVE_NAMES, type CurveName } from "./names.js";
import { checkResidue, NUMBERS, type Point, Points } from "./points.js";

/** The curve y² = x³ + a·x + b over the integers modulo p, with a generator. */
export interface CurveParameters {
  /** A prime from 5 up to 2^576. */
  readonly p: Int;
  /** From 0 to p − 1. */
  readonly a: Int;
  /** From 0 to p − 1, with 4a³ + 27b² ≠ 0 mod p. */
  readonly b: Int;
  /** The order of the generator, an odd prime above 4·√p. */
  readonly order: Int;
  /** The number of points over the order; 1 by default. */
  readonly cofactor?: Int;
  /** The generator. */
  readonly g: Point;
}

const MAX_BITS = 576;
const EXAMPLE = 'a name, as "P-256", or { p, a, b, order, g: { x, y } }';

/** What a curve is made of: its name, or what {@link CurveParameters} say. */
export function curveOf(
  of: CurveName | CurveParameters,
): CurveName | { parameters: StagedParameters; cofactor: bigint; words: number } {
  if (typeof of === "string") {
    if (CURVE_NAMES.includes(of)) return of;
    throw rangeError(
      `there is no curve ${show(of)}; pass parameters, or one of ${CURVE_NAMES.join(", ")}`,
      "MODEXP_CURVE",
    );
  }
  if (typeof of !== "object" || of === null) throw typeError(`a curve is ${EXAMPLE}, got ${show(of)}`);
  const p = toInt(of.p, "p");
  if (p < 5n || bitLength(p) > MAX_BITS || (p & 1n) === 0n) throw badPrime(p);
  const a = toInt(of.a, "a");
  const b = toInt(of.b, "b");
  checkResidue(a, "a", p);
  checkResidue(b, "b", p);
  const order = toInt(of.order, "order");
  const cofactor = toInt(of.cofactor ?? 1n, "cofactor");
  if (order < 3n || bitLength(order) > MAX_BITS) throw badOrder(order);
  if (cofactor < 1n || bitLength(cofactor) > 64) {
    throw rangeError(`cofactor must be from 1 to 2^64 − 1, got ${show(cofactor)}`);
  }
  const g = new Points(NUMBERS, p).stage(of.g, "g");
  if (g === undefined) throw rangeError("g must not be the identity; pass a point of the given order", "MODEXP_POINT");
  const words = Math.ceil(Math.max(bitLength(p), bitLength(order)) / 64);
  return { parameters: [p, a, b, order, ...g], cofactor, words };
}

/** What is thrown where p is no such prime. */
export function badPrime(p: bigint): ModexpError {
  return rangeError(`p must be a prime from 5 up to 2^${MAX_BITS}, got ${show(p)}`, "MODEXP_CURVE");
}

/** What is thrown where the order does not belong to the generator and the cofactor. */
export function badOrder(order: bigint): ModexpError {
  return rangeError(
    `order must be the odd prime order of g, above 4·√p, and order·cofactor the number of points, got ${show(order)}`,
    "MODEXP_CURVE",
  );
}
