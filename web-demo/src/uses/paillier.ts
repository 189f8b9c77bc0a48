/**
 * Paillier's cryptosystem (1999): multiplying the ciphertexts adds up the votes, without reading one.
 *
 * With g = n + 1, a vote v becomes (1 + v·n)·r^n mod n².
 */

export interface PaillierKey {
  readonly n: bigint;
  readonly square: bigint;
  /** lcm(p − 1, q − 1) */
  readonly lambda: bigint;
}

/** The key of two primes of the same length. */
export function paillierKey(p: bigint, q: bigint): PaillierKey {
  const n = p * q;
  return { n, square: n * n, lambda: ((p - 1n) * (q - 1n)) / gcd(p - 1n, q - 1n) };
}

/** The ciphertext of `vote` from its r^n mod n². */
export function encrypt(vote: bigint, power: bigint, { n, square }: PaillierKey): bigint {
  return ((1n + vote * n) * power) % square;
}

/** The sum of all votes, from the product's λ-th power and λ⁻¹ mod n. */
export function decrypt(power: bigint, inverseOfLambda: bigint, { n }: PaillierKey): bigint {
  return (((power - 1n) / n) * inverseOfLambda) % n;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
