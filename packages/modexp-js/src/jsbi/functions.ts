/** The functions of `modexp` on JSBI values. */

import { limitOf, ownOptions } from "../api/validate.js";
import * as modexp from "../index.js";
import { type Limits, MAX_BITS } from "../limbs/length.js";
import { fromInt, fromInts, type Int, type JSBI, toJsbi } from "./convert.js";

/** The engine, as `engine` of `modexp`. */
export const engine: typeof modexp.engine = modexp.engine;

/** The plan of an exponentiation, as `plan` of `modexp`. */
export const plan: typeof modexp.plan = modexp.plan;

/**
 * base^exponent mod modulus, in [0, modulus), as `modPow` of `modexp`: constant time in the values in WebAssembly, but not
 * in their conversion.
 *
 * @throws TypeError if an argument is neither a JSBI value nor a safe integer.
 * @throws RangeError if modulus < 1, or exponent < 0 and base has no inverse, or a number is longer than `maxBits`.
 * @example
 * modPow(JSBI.BigInt(3), JSBI.BigInt(200), JSBI.BigInt("1000000007")).toString(); // "136318165"
 * modPow(3, -1, 7).toString(); // "5"
 */
export function modPow(base: Int, exponent: Int, modulus: Int, limits?: Limits): JSBI {
  return power(modexp.modPow, base, exponent, modulus, limits);
}

/**
 * `modPow` for public values: faster, in variable time.
 *
 * @throws TypeError and RangeError as `modPow`.
 * @example
 * modPowVartime(JSBI.BigInt(2), 65537, JSBI.BigInt("999999937")).toString(); // "235894736"
 */
export function modPowVartime(base: Int, exponent: Int, modulus: Int, limits?: Limits): JSBI {
  return power(modexp.modPowVartime, base, exponent, modulus, limits);
}

/**
 * The x in [0, modulus) with a·x ≡ 1 (mod modulus); 0 for modulus 1.
 *
 * @throws TypeError if an argument is neither a JSBI value nor a safe integer.
 * @throws RangeError if modulus < 1, or a and modulus have a common factor, or a number is longer than `maxBits`.
 * @example
 * modInverse(JSBI.BigInt(3), 11).toString(); // "4"
 */
export function modInverse(a: Int, modulus: Int, limits?: Limits): JSBI {
  const most = limitOf(limits, MAX_BITS);
  return toJsbi(modexp.modInverse(fromInt(a, "a", most), fromInt(modulus, "modulus", most), { maxBits: most }));
}

/**
 * The x in [0, Π moduli) with x ≡ residues[i] (mod moduli[i]) for every i, as `crt` of `modexp`.
 *
 * @throws TypeError if an argument is no array of JSBI values and safe integers.
 * @throws RangeError as `crt` of `modexp`.
 * @example
 * crt([2, 3], [JSBI.BigInt(3), 5]).toString(); // "8"
 */
export function crt(residues: readonly Int[], moduli: readonly Int[], limits?: Limits): JSBI {
  const most = limitOf(limits, MAX_BITS);
  return toJsbi(modexp.crt(fromInts(residues, "residues", most), fromInts(moduli, "moduli", most), { maxBits: most }));
}

/**
 * n as `length` bytes, as `toBytes` of `modexp`.
 *
 * @throws TypeError if n is neither a JSBI value nor a safe integer, `length` no integer, or an option of the wrong type.
 * @throws RangeError if n is below 0 or does not fit into `length` bytes, or `length` is out of range.
 * @example
 * toBytes(JSBI.BigInt(258), 4); // Uint8Array.of(0, 0, 1, 2)
 */
export function toBytes(n: Int, length: number, options?: modexp.BytesOptions): modexp.Bytes {
  const maxBits = limitOf(options, MAX_BITS);
  const { littleEndian } = ownOptions(options, ["littleEndian"], "{ littleEndian: true }");
  // an undefined option counts as missing
  return modexp.toBytes(fromInt(n, "n", maxBits), length, { littleEndian, maxBits } as modexp.BytesOptions);
}

/**
 * The integer of bytes, as `fromBytes` of `modexp`.
 *
 * @throws TypeError if `bytes` is no Uint8Array, or an option of the wrong type; RangeError if there are too many.
 * @example
 * fromBytes(Uint8Array.of(1, 2)).toString(); // "258"
 */
export function fromBytes(bytes: Uint8Array, options?: modexp.BytesOptions): JSBI {
  return toJsbi(modexp.fromBytes(bytes, options));
}

function power(call: typeof modexp.modPow, base: Int, exponent: Int, modulus: Int, limits: Limits | undefined): JSBI {
  const most = limitOf(limits, MAX_BITS);
  const [b, e, m] = [
    fromInt(base, "base", most),
    fromInt(exponent, "exponent", most),
    fromInt(modulus, "modulus", most),
  ];
  return toJsbi(call(b, e, m, { maxBits: most }));
}
