/** A test for primes: trial division, then the test of Miller and Rabin with powers in WebAssembly. */
import { notRandom, type RandomSource, randomBytes } from "../api/random.js";
import { checkSize, type Int, limitOf, ownOptions, toInt } from "../api/validate.js";
import { Modulus } from "../index.js";
import { bytesToInt } from "../limbs/bytes.js";
import { bitLength, type Limits, MAX_BITS } from "../limbs/length.js";
import { SMALL_PRIMES } from "./sieve.js";

/** Options of `isProbablyPrime`. */
export interface PrimalityOptions extends Limits {
  /** The number of random bases, 1 to 1000; 40 by default. A composite number passes each with probability 1/4 at most. */
  readonly rounds?: number;
  /** The source of random bases; by default `crypto.getRandomValues`. */
  readonly random?: RandomSource;
}

/**
 * Whether n is prime. A composite number passes with probability 4^−rounds at most, even if it was chosen to pass. In WebAssembly powers
 * take the same time for all values of the same length.
 *
 * @throws TypeError if an argument is of the wrong type; RangeError if n has more than `maxBits` bits, by default 65,536; Error if
 * `random` gives the same bytes twice in a row.
 * @example
 * isProbablyPrime(2n ** 127n - 1n); // true
 * isProbablyPrime(2n ** 127n + 1n, { rounds: 10 }); // false
 */
export function isProbablyPrime(n: Int, options?: PrimalityOptions): boolean {
  const maxBits = limitOf(options, MAX_BITS);
  const { rounds = 40, random } = ownOptions(options, ["rounds", "random"], "{ rounds: 40 }");
  checkSize(rounds, "rounds", 1, 1000);
  const x = toInt(n, "n", maxBits);
  if (x < 2n) return false;
  for (const p of SMALL_PRIMES) {
    if (x === BigInt(p)) return true;
    if (x % BigInt(p) === 0n) return false;
  }
  return passes(x, rounds, random);
}

/** Whether n, which no small prime divides, passes the test to the base 2 and to `rounds` random bases. */
export function passes(n: bigint, rounds: number, random: RandomSource | undefined): boolean {
  const minusOne = n - 1n;
  let d = minusOne >> 1n;
  let s = 1;
  for (; (d & 1n) === 0n; d >>= 1n) s++;
  const m = new Modulus(n, { maxBits: Number.POSITIVE_INFINITY });
  try {
    let last: bigint | undefined;
    for (let i = 0; i <= rounds; i++) {
      let a = 2n;
      if (i > 0) {
        // at least 64 bits more than n, so that the residue is close to uniform
        const drawn = bytesToInt(randomBytes((bitLength(n) >> 3) + 9, random));
        // the same base again finds nothing new
        if (drawn === last) throw notRandom("random");
        last = drawn;
        a += drawn % (n - 3n);
      }
      let x = m.pow(a, d);
      let isWitness = x !== 1n && x !== minusOne;
      for (let j = 1; j < s && isWitness; j++) {
        x = m.square(x);
        isWitness = x !== minusOne;
      }
      if (isWitness) return false;
    }
    return true;
  } finally {
    m.dispose();
  }
}

/** Rounds after which a random candidate is composite with probability below 2^−80 (Damgård, Landrock, Pomerance, 1993). */
export function roundsFor(bits: number): number {
  const table = [
    [1300, 4],
    [850, 5],
    [650, 6],
    [450, 8],
    [250, 14],
  ] as const;
  return table.find(([least]) => bits >= least)?.[1] ?? 40;
}
