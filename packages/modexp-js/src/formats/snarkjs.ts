/** Points in the JSON of snarkjs: decimal text, with a third coordinate that is 0 for the identity and 1 for all others. */
import { show, toList } from "../api/validate.js";
import { toCurve } from "../curves/any-copy.js";
import type { Curve } from "../curves/curve.js";
import type { Point } from "../curves/points.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { coefficientsOf, isZero } from "./coordinates.js";

/** A coordinate: decimal text, or a list of these for each coefficient, the lowest first. */
export type SnarkjsCoordinate = string | readonly string[];

/** 2^576, the bound of all coordinates, has 174 digits. Longer texts are not read. */
const MOST_DIGITS = 174;

/**
 * The point of a list [x, y, z], as `proof.json` and `verification_key.json` of snarkjs have it; z is 1, or 0 for the identity ["0", "1",
 * "0"]. It is checked like any other.
 *
 * @throws TypeError if `point` is no such list; RangeError if a text is no number below p in its shortest decimal form, or if this is no
 * point of the subgroup.
 * @example
 * const { g1 } = new Pairing("alt_bn128");
 * g1.equals(decodeSnarkjs(g1, ["1", "2", "1"]), g1.g); // true
 */
export function decodeSnarkjs<C>(curve: Curve<C>, point: readonly SnarkjsCoordinate[]): Point<C> {
  const { g } = toCurve(curve);
  const wanted = `a list [x, y, z] of ${Array.isArray(g.x) ? `lists of ${g.x.length} decimal texts` : "decimal texts"}`;
  const read = toList(point, "point", wanted, (coordinate, name) => {
    if (!Array.isArray(g.x)) return [toNumber(coordinate, name)];
    return toList<unknown, bigint>(coordinate as readonly unknown[], name, "a list of decimal texts", toNumber);
  });
  if (read.length !== 3 || read.some(({ length }) => length !== coefficientsOf(g.x).length)) {
    throw typeError(`point must be ${wanted}`);
  }
  const [x, y, z] = read as [bigint[], bigint[], bigint[]];
  const isNumber = (coordinate: readonly bigint[], value: bigint) =>
    coordinate.every((coefficient, i) => coefficient === (i === 0 ? value : 0n));
  if (isNumber(x, 0n) && isNumber(y, 1n) && isNumber(z, 0n)) return curve.identity;
  // x = y = 0 is this package's identity
  if (!isNumber(z, 1n) || (isNumber(x, 0n) && isNumber(y, 0n))) {
    throw rangeError('point must have z = "1", or be ["0", "1", "0"], the identity', "MODEXP_POINT");
  }
  // the cast: the lists have the form of the generator's coordinates
  const toCoordinate = (list: bigint[]) => (Array.isArray(g.x) ? list : list[0]) as C;
  return curve.checked({ x: toCoordinate(x), y: toCoordinate(y) });
}

/**
 * P as snarkjs writes it.
 *
 * @throws TypeError and RangeError as `curve.encode`.
 * @example
 * const { g1 } = new Pairing("alt_bn128");
 * encodeSnarkjs(g1, g1.identity); // ["0", "1", "0"]
 */
export function encodeSnarkjs<C>(curve: Curve<C>, P: Point<C>): SnarkjsCoordinate[] {
  const point = toCurve(curve).checked(P);
  const write = (coefficients: readonly bigint[]) => {
    const texts = coefficients.map(String);
    return Array.isArray(point.x) ? texts : (texts[0] as string);
  };
  const zeros = coefficientsOf(point.x).map(() => 0n);
  const one = [1n, ...zeros.slice(1)];
  const [x, y, z] = isZero(point) ? [zeros, one, zeros] : [coefficientsOf(point.x), coefficientsOf(point.y), one];
  return [write(x), write(y), write(z)];
}

function toNumber(text: unknown, name: string): bigint {
  if (typeof text !== "string") throw typeError(`${name} must be decimal text, got ${show(text)}`);
  // one text for each number: others would be further encodings of a point
  if (text.length > MOST_DIGITS || !/^(0|[1-9]\d*)$/.test(text)) {
    throw rangeError(`${name} must be a number below p in decimal digits, got ${show(text)}`, "MODEXP_POINT");
  }
  return BigInt(text);
}
