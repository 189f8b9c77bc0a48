/** A curve by its parameters, with the checks that need no arithmetic on the curve. */
import { type Names, toName } from "../api/names.js";
import { type Int, reading, show, toInt } from "../api/validate.js";
import { type ModexpError, rangeError, typeError } from "../limbs/errors.js";
import { bitLength } from "../limbs/length.js";
import type { GivenCurve } from "../wasm/curves.js";
import { CURVE_NAMES, type CurveAlias, type CurveName } from "./names.js";
import { boundOf, checkResidue, type Form, NUMBERS, type Point, Points } from "./points.js";

/**
 * The curve y² = x³ + a·x + b over the integers modulo p, or y² + x·y = x³ + a·x² + b over GF(2^m), with a generator. Elements of GF(2^m)
 * are numbers from 0 to 2^m − 1, with bit i as the coefficient of x^i.
 */
export interface CurveParameters {
  /** A prime from 5 up to 2^576; or an irreducible polynomial of three or five terms, with a prime degree m from 5 to 575. */
  readonly p: Int;
  /** From 0 to p − 1. */
  readonly a: Int;
  /** From 0 to p − 1, with 4a³ + 27b² ≠ 0 mod p; not 0 over GF(2^m). */
  readonly b: Int;
  /** The order of the generator, an odd prime above 4·√p. */
  readonly order: Int;
  /** The number of points divided by the order; 1 by default. */
  readonly cofactor?: Int;
  /** The generator. */
  readonly g: Point;
}

const MAX_BITS = 576;

/** A kind of curves: the curves of one module of WebAssembly. */
export interface Kind<N extends string = string> {
  /** The names, which users write as N. */
  readonly of: Names<N>;
  readonly form: Form<bigint>;
  /** Whether p may be right, by its size and lowest bit. */
  isModulus(p: bigint): boolean;
  /** The description of a valid p, for errors. */
  readonly modulus: string;
  /** The condition for a curve that is not singular, for errors. */
  readonly regular: string;
}

/** Curves over the integers modulo p. */
export const PRIME: Kind<CurveName | CurveAlias> = {
  of: CURVE_NAMES,
  form: NUMBERS,
  isModulus: (p) => p >= 5n && bitLength(p) <= MAX_BITS && (p & 1n) === 1n,
  modulus: `a prime from 5 up to 2^${MAX_BITS}`,
  regular: "4a³ + 27b² ≠ 0 mod p",
};

/** Checks a name or {@link CurveParameters}. Returns the name, or the parameters in the form for WebAssembly. */
export function curveOf<N extends string>(
  of: N | CurveParameters,
  { of: names, form, isModulus, modulus }: Kind<N>,
): N | GivenCurve {
  if (typeof of === "string") {
    return toName(names, of, ", or parameters");
  }
  const wrong = () =>
    typeError(`a curve is a name, as "${names.names[2]}", or { p, a, b, order, g: { x, y } }, got ${show(of)}`);
  if (typeof of !== "object" || of === null) throw wrong();
  const given = reading(of, wrong, () => {
    const { p, a, b, order, cofactor = 1n, g } = of;
    return { p, a, b, order, cofactor, g };
  });
  const p = toInt(given.p, "p");
  if (!isModulus(p)) throw badModulus(p, modulus);
  const a = toInt(given.a, "a");
  const b = toInt(given.b, "b");
  checkResidue(a, "a", boundOf(form, p), form);
  checkResidue(b, "b", boundOf(form, p), form);
  const order = toInt(given.order, "order");
  const cofactor = toInt(given.cofactor, "cofactor");
  if (order < 3n || bitLength(order) > MAX_BITS) throw badOrder(order);
  // a larger one does not fit an order above 4·√p
  if (cofactor < 1n || cofactor >= p) throw rangeError(`cofactor must be from 1 to p − 1, got ${show(cofactor)}`);
  const g = new Points(form, p).stage(given.g, "g");
  if (g === undefined) throw rangeError("g must not be the identity; pass a point of the given order", "MODEXP_POINT");
  const words = Math.ceil(Math.max(bitLength(p), bitLength(order)) / 64);
  return { parameters: [p, a, b, order, g[0], g[1]], cofactor, words };
}

/** The error for a wrong p. */
export function badModulus(p: bigint, modulus: string): ModexpError {
  return rangeError(`p must be ${modulus}, got ${show(p)}`, "MODEXP_CURVE");
}

/** The error for an order that does not belong to the generator and the cofactor. */
export function badOrder(order: bigint): ModexpError {
  return rangeError(
    `order must be the odd prime order of g, above 4·√p, and order·cofactor the number of points, got ${show(order)}`,
    "MODEXP_CURVE",
  );
}
