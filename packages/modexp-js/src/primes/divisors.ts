/** Common divisors and inverses that need not exist. */
import { type Int, limitOf, toInt, toModulus } from "../api/validate.js";
import { modInverse } from "../index.js";
import { type Limits, MAX_BITS } from "../limbs/limit.js";

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
 * The x in [0, modulus) with a·x ≡ 1 (mod modulus); undefined where there is none.
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
