/** Candidates for primes: odd numbers from a random one on that no small prime divides. */
import { notRandom, type RandomSource, randomBytes } from "../api/random.js";
import { bytesToInt } from "../limbs/bytes.js";

const LIMIT = 8192;

/** The primes below 2^13. */
export const SMALL_PRIMES: readonly number[] = primesBelow(LIMIT);

/** The number of odd numbers from each random one on. */
const WINDOW = 1 << 13;

function primesBelow(limit: number): number[] {
  const composite = new Uint8Array(limit);
  const primes: number[] = [];
  for (let n = 2; n < limit; n++) {
    if (composite[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

/**
 * Candidates n of `bits` ≥ 16 bits with the upper two bits 1. If `safe`, no small prime divides 2n + 1 either, which has the upper
 * two bits of n.
 */
export function* candidates(bits: number, safe: boolean, random: RandomSource | undefined): Generator<bigint, never> {
  const size = BigInt(bits);
  const top = 3n << (size - 2n);
  const low = (1n << (size - 2n)) - 1n;
  let seen: bigint | undefined;
  for (let round = 1; ; round++) {
    const start = (bytesToInt(randomBytes((bits + 7) >> 3, random)) & low) | top | 1n;
    // a source that repeats its numbers would be asked forever (Brent, 1980: one stored number finds a cycle of any length)
    if (start === seen) throw notRandom("random");
    if ((round & (round - 1)) === 0) seen = start;
    const bad = new Uint8Array(WINDOW);
    // all candidates are odd: skip 2
    for (const p of SMALL_PRIMES.slice(1)) {
      const rest = Number(start % BigInt(p));
      // p divides n = start + 2i if n = 0 mod p, and 2n + 1 if n = −1/2 mod p
      strike(bad, p, rest, 0);
      if (safe) strike(bad, p, rest, (p - 1) / 2);
    }
    for (let i = 0; i < WINDOW; i++) {
      const n = start + BigInt(2 * i);
      if (!bad[i] && n >> size === 0n) yield n;
    }
  }
}

/** Marks the i with rest + 2i = wanted modulo p. */
function strike(bad: Uint8Array, p: number, rest: number, wanted: number): void {
  const difference = (wanted - rest + p) % p;
  const first = difference % 2 === 0 ? difference / 2 : (difference + p) / 2;
  for (let i = first; i < WINDOW; i += p) bad[i] = 1;
}

/** The average number of candidates for a prime (Mertens). */
export function expected(bits: number, safe: boolean): number {
  const survivors = (bits * Math.LN2) / (1.781 * Math.log(LIMIT));
  return Math.max(1, Math.round(safe ? survivors ** 2 : survivors));
}
