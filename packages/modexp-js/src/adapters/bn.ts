/** Powers on the integers of bn.js. */

import { isRevoked } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { MAX_BITS } from "../limbs/length.js";
import { fromHex, hasMethods, type Integers, type Power, powers, replaceMethod, toHex } from "./powers.js";

/** A `BN`, by its structure. */
export interface BN {
  /** Bits of its absolute value. */
  bitLength(): number;
  /** Whether it is below 0. */
  isNeg(): boolean;
  /** Its digits. */
  toString(radix?: number): string;
}

/** The class `BN`. */
export interface BNClass {
  new (value: number): BN;
  /** Makes a reduction context. */
  red(modulus: unknown): unknown;
}

/** A residue of a reduction context, and the context. */
interface Residue extends BN {
  fromRed(): BN & { toRed(context: Context): Residue };
}
interface Context {
  readonly m: BN;
}

const integers: Integers<BN> = {
  wanted: "a BN of bn.js that is in no reduction context, such as new BN(5) or x.fromRed()",
  is: (value) => hasMethods(value, "toRed", "bitLength") && !(value as { red: unknown }).red,
  bitLength: (value) => value.bitLength(),
  toBigInt: fromHex,
  fromBigInt: toHex,
};
const both = powers(integers);

/**
 * base^exponent mod modulus, in [0, modulus), as `modPow` of `modexp`: constant time in the values in WebAssembly, but not
 * in their conversion.
 *
 * @throws TypeError if an argument is no BN, or is in a reduction context.
 * @throws RangeError if modulus < 1, or exponent < 0 and base has no inverse, or a number is longer than `maxBits`.
 * @example
 * modPow(new BN(3), new BN(200), new BN("1000000007")).toString(); // "136318165"
 */
export const modPow: Power<BN> = both.modPow;

/**
 * `modPow` for public values: faster, in variable time.
 *
 * @throws TypeError and RangeError as `modPow`.
 * @example
 * modPowVartime(new BN(2), new BN(65537), new BN("999999937")).toString(); // "235894736"
 */
export const modPowVartime: Power<BN> = both.modPowVartime;

/**
 * Makes this copy of bn.js compute `redPow`, in contexts of `BN.red` and `BN.mont`, and everything that calls it, by
 * `modPow`. Returns a function that undoes this. bn.js still computes with numbers that `modPow` refuses.
 *
 * @throws TypeError if `BN` is not the class of bn.js.
 * @example
 * const undo = install(BN);
 * new BN(3).toRed(BN.red(new BN(1009))).redPow(new BN(200)).fromRed().toString(); // "985"
 * undo();
 */
export function install(BN: BNClass): () => void {
  if (isRevoked(BN) || typeof BN?.red !== "function")
    throw typeError("install takes the class BN of bn.js: install(BN)");
  // the contexts of BN.mont inherit its methods
  const contexts = Object.getPrototypeOf(BN.red(new BN(3)));
  return replaceMethod<Context, [Residue, BN], BN>(contexts, "pow", (own) => (context, base, exponent) => {
    const { m } = context;
    if (exponent.isNeg() || exponent.bitLength() > MAX_BITS || m.bitLength() > MAX_BITS)
      return own(context, base, exponent);
    const plain = base.fromRed();
    return modPow(plain, exponent, m).toRed(context);
  });
}
