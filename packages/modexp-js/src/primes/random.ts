/** Random primes, on this thread or on the threads of a pool. */
import type { RandomSource } from "../api/random.js";
import { checkSize, isFunction, ownOptions, reading, show } from "../api/validate.js";
import { Modulus } from "../index.js";
import { typeError } from "../limbs/errors.js";
import { checkTask, MOST_THREADS, type Signal, stoppedBy, type TaskOptions } from "../pool/options.js";
import { candidates, expected } from "./sieve.js";
import { passes, roundsFor } from "./test.js";

/** The range of `bits`: shorter primes are few, and longer ones take hours. */
const LEAST_BITS = 32;
const MOST_BITS = 16_384;

/** Options of `randomPrime`. */
export interface RandomPrimeOptions {
  /** Whether (p − 1)/2 must be prime, too. By default false. */
  readonly safe?: boolean;
  /** The source of random bytes; by default `crypto.getRandomValues`. */
  readonly random?: RandomSource;
}

/** Options of `randomPrimeOn`. The signal ends it; `onProgress` gets the numbers of candidates that are done and expected. */
export interface PooledPrimeOptions extends RandomPrimeOptions, TaskOptions {}

/** The part of a pool of `modexp/pool` that `randomPrimeOn` uses. */
export interface PrimePool {
  /** The number of calls that it computes at a time. */
  readonly threads: number;
  /** base^exponent mod modulus on one of its threads. */
  pow(modulus: bigint, base: bigint, exponent: bigint, options?: { readonly signal?: Signal }): Promise<bigint>;
}

/**
 * A random prime of `bits` bits, 32 to 16,384. Its upper two bits are 1, so that the product of two has 2·bits bits.
 *
 * It is composite with a probability below 2^−80. The search is not constant time, but its time shows only how many candidates were
 * composite.
 *
 * @throws TypeError if an argument is of the wrong type; RangeError if `bits` is out of range; Error if `random` does not vary.
 * @example
 * randomPrime(256) >> 254n; // 3n
 * isProbablyPrime(randomPrime(64, { safe: true }) >> 1n); // true
 */
export function randomPrime(bits: number, options?: RandomPrimeOptions): bigint {
  const { length, safe, random } = check(bits, options);
  const source = candidates(length, safe, random);
  for (;;) {
    const n = source.next().value;
    if (!fermat(n) || (safe && !fermat(2n * n + 1n))) continue;
    if (passes(n, roundsFor(length), random)) return safe ? 2n * n + 1n : n;
  }
}

/**
 * `randomPrime` on the threads of a pool of `modexp/pool`, several candidates at a time.
 *
 * @throws TypeError, RangeError and Error as `randomPrime`, and TypeError if `pool` is no pool; the signal's reason if it was
 * aborted; any error of `onProgress`. The calls that the pool still works on end then.
 * @example
 * using pool = createPool({ threads: 2 });
 * (await randomPrimeOn(pool, 128, { safe: true })) >> 126n; // 3n
 */
export async function randomPrimeOn(pool: PrimePool, bits: number, options?: PooledPrimeOptions): Promise<bigint> {
  const { threads, pow } = checkPool(pool);
  const { length, safe, random } = check(bits, options);
  const { signal, onProgress } = checkTask(options);
  const stop = stoppedBy(signal);
  const isOne = async (n: bigint) => (await pow(n, 2n, n - 1n, { signal: stop.signal })) === 1n;
  const source = candidates(length, safe, random);
  const total = expected(length, safe);
  const result: { prime?: bigint } = {};
  let done = 0;
  const lane = async () => {
    while (result.prime === undefined && !stop.signal.aborted) {
      const n = source.next().value;
      const isPrime = (await isOne(n)) && (!safe || (await isOne(2n * n + 1n)));
      // a different lane has failed
      if (stop.signal.aborted) break;
      onProgress?.(++done, total);
      if (isPrime && passes(n, roundsFor(length), random)) result.prime ??= safe ? 2n * n + 1n : n;
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, lane));
  } finally {
    // after an error in one lane the others stop too
    stop.abort();
  }
  signal?.throwIfAborted();
  // the cast: lanes end without an error only after one has found a prime
  return result.prime as bigint;
}

/** Checks the pool, and reads it once. */
function checkPool(pool: PrimePool): PrimePool {
  const wrong = () => typeError(`pool must be a pool of modexp/pool, got ${show(pool)}`);
  if (typeof pool !== "object" || pool === null) throw wrong();
  const { threads, pow } = reading(pool, wrong, () => ({ threads: pool.threads, pow: pool.pow }));
  if (!isFunction(pow)) throw wrong();
  checkSize(threads, "pool.threads", 1, MOST_THREADS);
  return { threads, pow: (...args) => Reflect.apply(pow, pool, args) };
}

/** Whether 2^(n − 1) = 1 mod n. For n = 2q + 1 with a prime q > 2 and 3 ∤ n this proves n prime (Pocklington). */
function fermat(n: bigint): boolean {
  const m = new Modulus(n);
  try {
    return m.pow(2n, n - 1n) === 1n;
  } finally {
    m.dispose();
  }
}

/** Checks the arguments. A candidate has `length` bits. */
function check(bits: number, options: RandomPrimeOptions | undefined) {
  checkSize(bits, "bits", LEAST_BITS, MOST_BITS);
  const { safe = false, random } = ownOptions(options, ["safe", "random"], "{ safe: true }");
  if (typeof safe !== "boolean") throw typeError(`safe must be a boolean, got ${show(safe)}`);
  return { length: safe ? bits - 1 : bits, safe, random };
}
