/** The number of some remainders, by the Chinese remainder theorem. */
import { rangeError } from "../limbs/errors.js";
import { modInverseOf } from "../limbs/inverse.js";
import { type Limits, limited, MAX_BITS } from "../limbs/length.js";
import { mod } from "./numbers.js";
import { type Int, limitOf, show, toInts } from "./validate.js";

/**
 * The x in [0, Π moduli) with x ≡ residues[i] (mod moduli[i]) for every i; 0 for empty arrays. In variable time: for powers modulo secret
 * primes use `CrtModulus`.
 *
 * @param residues any integers
 * @param moduli at least 1, without common factors; their product has at most `maxBits` bits, by default 65,536
 * @throws TypeError if an argument is no array of bigints and safe integers.
 * @throws RangeError if the arrays have different lengths, or a modulus is below 1, or has a factor in common with an earlier one (code
 * `MODEXP_NO_INVERSE`), or a number is too long.
 * @example
 * crt([2n, 3n, 2n], [3n, 5n, 7n]); // 23n
 */
export function crt(residues: readonly Int[], moduli: readonly Int[], limits?: Limits): bigint {
  const most = limitOf(limits, MAX_BITS);
  const rs = toInts(residues, "residues", most);
  const ms = toInts(moduli, "moduli", most);
  if (rs.length !== ms.length) {
    throw rangeError(
      `residues and moduli must have the same length, got ${rs.length} residues and ${ms.length} moduli`,
      "MODEXP_LENGTHS",
    );
  }
  // Garner: x is right modulo the product of the moduli so far
  let [x, product] = [0n, 1n];
  for (const [i, m] of ms.entries()) {
    if (m < 1n) throw rangeError(`moduli[${i}] must be at least 1, got ${show(m)}`);
    const inverse = modInverseOf(mod(product, m), m);
    if (inverse === undefined) {
      throw rangeError(
        `moduli[${i}] and an earlier modulus have a common factor; pass coprime moduli`,
        "MODEXP_NO_INVERSE",
      );
    }
    x += product * mod(((rs[i] as bigint) - x) * inverse, m);
    product = limited(product * m, "the product of the moduli", most);
  }
  return x;
}
