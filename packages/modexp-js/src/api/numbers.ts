/** Residues and inverses, with the error for a number without an inverse. */
import type { Arithmetic } from "../arithmetic/arithmetic.js";
import { rangeError } from "../limbs/errors.js";

/** x mod m, in [0, m). */
export function mod(x: bigint, m: bigint): bigint {
  if (x >= 0n && x < m) return x;
  const rest = x % m;
  return rest < 0n ? rest + m : rest;
}

/** The inverse of `a` modulo m. The error names the argument `name`. */
export function inverse(arithmetic: Pick<Arithmetic, "inverse">, a: bigint, m: bigint, name: string): bigint {
  const x = arithmetic.inverse(mod(a, m));
  if (x === undefined) {
    throw rangeError(
      `${name} has no inverse: it and the modulus have a common factor; pass coprime numbers`,
      "MODEXP_NO_INVERSE",
    );
  }
  return x;
}
