/** Powers on the integers of big-integer. */

import { typeError } from "../limbs/errors.js";
import { MAX_BITS, sizeOf } from "../limbs/length.js";
import { type Integers, type Power, powers, replaceMethod } from "./powers.js";

/** A `bigInt`, by its structure. Since 1.6.27 big-integer stores a bigint in it, if the engine has bigints. */
export interface BigInteger {
  /** The nearest number. */
  toJSNumber(): number;
}

/** The function `bigInt`. */
export type BigIntegerFunction = (value: number | string) => BigInteger;

const bigintOf = (x: BigInteger | undefined) => (x as { value?: unknown } | undefined)?.value;

const integers: Integers<BigInteger> = {
  wanted: 'a bigInt of big-integer, such as bigInt("5")',
  is: (value) => typeof bigintOf(value as BigInteger) === "bigint",
  bitLength: (x) => sizeOf(bigintOf(x) as bigint),
  toBigInt: (x) => bigintOf(x) as bigint,
  fromBigInt: <N extends BigInteger>(x: bigint, like: N) => (like.constructor as unknown as (x: bigint) => N)(x),
};
const both = powers(integers);

/**
 * base^exponent mod modulus, in [0, modulus), as `modPow` of `modexp`: constant time in the values in WebAssembly.
 *
 * @throws TypeError if an argument is no bigInt.
 * @throws RangeError if modulus < 1, or exponent < 0 and base has no inverse, or a number is longer than `maxBits`.
 * @example
 * modPow(bigInt(3), bigInt(200), bigInt("1000000007")).toString(); // "136318165"
 */
export const modPow: Power<BigInteger> = both.modPow;

/**
 * `modPow` for public values: faster, in variable time.
 *
 * @throws TypeError and RangeError as `modPow`.
 * @example
 * modPowVartime(bigInt(2), bigInt(65537), bigInt("999999937")).toString(); // "235894736"
 */
export const modPowVartime: Power<BigInteger> = both.modPowVartime;

/**
 * Makes this copy of big-integer compute `x.modPow(e, m)`, and everything that calls it, by `modPow`. Returns a function that
 * undoes this. big-integer still computes with numbers that `modPow` refuses, and with negative ones, for which its results
 * have a different sign.
 *
 * @throws TypeError if `bigInt` is not the function of big-integer.
 * @example
 * const undo = install(bigInt);
 * bigInt(3).modPow(200, 1009).toString(); // "985"
 * undo();
 */
export function install(bigInt: BigIntegerFunction): () => void {
  const one = typeof bigInt === "function" ? bigInt(1) : undefined;
  if (!integers.is(one)) throw typeError("install takes the function of big-integer: install(bigInt)");
  type Args = [exponent: BigInteger | number, modulus: BigInteger | number];
  return replaceMethod<BigInteger, Args, BigInteger>(
    Object.getPrototypeOf(one),
    "modPow",
    (own) => (base, exponent, modulus) => {
      const [b, e, m] = [base, exponent, modulus].map((x) => bigintOf(bigInt(x as number))) as [bigint, bigint, bigint];
      const short = [b, e, m].every((x) => sizeOf(x) <= MAX_BITS);
      if (b < 0n || e < 0n || m < 1n || !short) return own(base, exponent, modulus);
      return modPow(base, bigInt(exponent as number), bigInt(modulus as number));
    },
  );
}
