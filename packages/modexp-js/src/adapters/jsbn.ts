/** Powers on the integers of jsbn, and of its copies in node-forge and jsrsasign. */

import { isRevoked } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { MAX_BITS } from "../limbs/length.js";
import { fromHex, hasMethods, type Integers, type Power, powers, replaceMethod, toHex } from "./powers.js";

/** A `BigInteger`, by its structure. */
export interface BigInteger {
  /** Bits of its absolute value. */
  bitLength(): number;
  /** Its sign: −1, 0 or 1. */
  signum(): number;
  /** Its digits. */
  toString(radix?: number): string;
}

/** The class `BigInteger`. */
export interface BigIntegerClass {
  /** The prototype of all numbers. */
  readonly prototype: BigInteger;
}

const integers: Integers<BigInteger> = {
  wanted: 'a BigInteger of jsbn, such as new BigInteger("5", 10)',
  is: (value) => hasMethods(value, "signum", "bitLength", "modPow"),
  bitLength: (value) => value.bitLength(),
  toBigInt: fromHex,
  fromBigInt: toHex,
};
const both = powers(integers);

/**
 * base^exponent mod modulus, in [0, modulus), as `modPow` of `modexp`: constant time in the values in WebAssembly, but not
 * in their conversion.
 *
 * @throws TypeError if an argument is no BigInteger.
 * @throws RangeError if modulus < 1, or exponent < 0 and base has no inverse, or a number is longer than `maxBits`.
 * @example
 * modPow(new BigInteger("3"), new BigInteger("200"), new BigInteger("1000000007")).toString(); // "136318165"
 */
export const modPow: Power<BigInteger> = both.modPow;

/**
 * `modPow` for public values: faster, in variable time.
 *
 * @throws TypeError and RangeError as `modPow`.
 * @example
 * modPowVartime(new BigInteger("2"), new BigInteger("65537"), new BigInteger("999999937")).toString(); // "235894736"
 */
export const modPowVartime: Power<BigInteger> = both.modPowVartime;

/**
 * Makes this copy of jsbn compute `x.modPow(e, m)` and `x.modPowInt(e, m)`, which takes a number as exponent, by this package, and
 * everything that calls them: for example node-forge's RSA with `install(forge.jsbn.BigInteger)`. Returns a function that undoes
 * this. jsbn still computes with numbers that `modPow` refuses.
 *
 * @throws TypeError if `BigInteger` is not the class of jsbn.
 * @example
 * const undo = install(BigInteger);
 * new BigInteger("3").modPow(new BigInteger("200"), new BigInteger("1009")).toString(); // "985"
 * undo();
 */
export function install(BigInteger: BigIntegerClass): () => void {
  const { prototype } = isRevoked(BigInteger) ? ({} as BigIntegerClass) : (BigInteger ?? {});
  if (!integers.is(prototype)) throw typeError("install takes the class BigInteger of jsbn: install(BigInteger)");
  const isTaken = (base: BigInteger, modulus: BigInteger) =>
    modulus.signum() > 0 && [base, modulus].every((value) => value.bitLength() <= MAX_BITS);
  type Args<E> = [exponent: E, modulus: BigInteger];
  const undo = [
    replaceMethod<BigInteger, Args<BigInteger>, BigInteger>(prototype, "modPow", (own) => (base, exponent, modulus) => {
      const plain = exponent.signum() >= 0 && exponent.bitLength() <= MAX_BITS;
      return plain && isTaken(base, modulus) ? modPow(base, exponent, modulus) : own(base, exponent, modulus);
    }),
    replaceMethod<BigInteger, Args<number>, BigInteger>(prototype, "modPowInt", (own) => (base, exponent, modulus) => {
      const plain = Number.isSafeInteger(exponent) && exponent >= 0;
      return plain && isTaken(base, modulus)
        ? modPow(base, toHex(BigInt(exponent), base), modulus)
        : own(base, exponent, modulus);
    }),
  ];
  return () => {
    for (const each of undo) each();
  };
}
