/** Common divisors, inverses that may not exist, and the Jacobi symbol. */
import { type Int, limitOf, show, toInt, toModulus } from "../api/validate.js";
import { jacobiOf } from "../bigint/jacobi.js";
import { modInverse } from "../index.js";
import { rangeError } from "../limbs/errors.js";
import { type Limits, MAX_BITS } from "../limbs/length.js";

/**
 * The greatest common divisor of a and b, at least 0; in variable time.
 *
 * @throws TypeError if an argument is neither a bigint nor a safe integer.
 * @example
 * gcd(12n, -18n); // 6n
 */
export function gcd(a: Int, b: Int, limits?: Limits): bigint {
  const most = limitOf(limits, MAX_BITS);
  let [x, y] = [toInt(a, "a", most), toInt(b, "b", most)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x < 0n ? -x : x;
}

/**
 * The x in [0, modulus) with a·x ≡ 1 (mod modulus); undefined if none exists.
 *
 * @throws TypeError if an argument is neither a bigint nor a safe integer; RangeError if modulus < 1.
 * @example
 * tryInverse(3n, 10n); // 7n
 * tryInverse(2n, 10n); // undefined
 */
export function tryInverse(a: Int, modulus: Int, limits?: Limits): bigint | undefined {
  const most = limitOf(limits, MAX_BITS);
  const [x, m] = [toInt(a, "a", most), toModulus(modulus, most)];
  try {
    return modInverse(x, m, { maxBits: most });
  } catch (error) {
    if ((error as { code?: unknown }).code === "MODEXP_NO_INVERSE") return undefined;
    throw error;
  }
}

/**
 * The Jacobi symbol (a/n). For a prime n it is 1 if a is a square modulo n, −1 if it is not, and 0 if n divides a; for a composite n it is
 * the product of the symbols modulo its primes. For public values: its time depends on them.
 *
 * If n and q = (n − 1)/2 are primes, the numbers from 1 to n − 1 with the symbol 1 are the subgroup of order q.
 *
 * @throws TypeError if an argument is neither a bigint nor a safe integer; RangeError if n is even or below 1.
 * @example
 * jacobi(2n, 7n); // 1
 * jacobi(3n, 7n); // -1
 */
export function jacobi(a: Int, n: Int, limits?: Limits): -1 | 0 | 1 {
  const most = limitOf(limits, MAX_BITS);
  const [x, odd] = [toInt(a, "a", most), toInt(n, "n", most)];
  if (odd < 1n || (odd & 1n) === 0n) throw rangeError(`n must be odd and at least 1, got ${show(odd)}`);
  return jacobiOf(x, odd);
}
