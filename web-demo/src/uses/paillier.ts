/**
 * Paillier's cryptosystem (1999): the product of the ciphertexts encrypts the sum of the votes, and no vote is read.
 *
 * As in Damgård, Jurik and Nielsen (2010), a vote v becomes (1 + v·n)·h^r mod n². All voters share the base h, so tables of
 * its powers serve all of them; a random r of half the length of n hides the vote.
 */

export interface PaillierKey {
  readonly n: bigint;
  readonly square: bigint;
  /** lcm(p − 1, q − 1) */
  readonly lambda: bigint;
}

/** Whether −1 times a random square generates enough: p = q = 3 mod 4, and (p − 1)/2 and (q − 1)/2 have no common factor. */
export function fits(p: bigint, q: bigint): boolean {
  return p % 4n === 3n && q % 4n === 3n && gcd(p - 1n, q - 1n) === 2n;
}

/** The key of two primes of equal length that satisfy `fits`. */
export function paillierKey(p: bigint, q: bigint): PaillierKey {
  const n = p * q;
  return { n, square: n * n, lambda: ((p - 1n) * (q - 1n)) / gcd(p - 1n, q - 1n) };
}

/** The base h = (−y²)^n mod n² of a random y, by `modPow`. */
export function sharedBase(
  y: bigint,
  { n, square }: PaillierKey,
  modPow: (base: bigint, exponent: bigint, modulus: bigint) => bigint,
): bigint {
  return modPow(n - ((y * y) % n), n, square);
}

/** The ciphertext of `vote`, given its h^r mod n². */
export function encrypt(vote: bigint, power: bigint, { n, square }: PaillierKey): bigint {
  return ((1n + vote * n) * power) % square;
}

/** The sum of all votes, given the product's λ-th power and λ⁻¹ mod n. */
export function decrypt(power: bigint, inverseOfLambda: bigint, { n }: PaillierKey): bigint {
  return (((power - 1n) / n) * inverseOfLambda) % n;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
