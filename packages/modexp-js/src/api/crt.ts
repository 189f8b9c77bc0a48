/** Powers modulo a product of known primes: RSA with the Chinese remainder theorem. */
import type { CrtPowers, Product } from "../arithmetic/arithmetic.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import { failure, rangeError, typeError } from "../limbs/errors.js";
import { bitLength, exponentLimit, type Limits, limited } from "../limbs/length.js";
import type { Context } from "./context.js";
import { Disposable } from "./memory.js";
import { inverse, mod } from "./numbers.js";
import { type BlindingOptions, type RandomSource, sourceOf } from "./random.js";
import { checkSize, type Int, ownOptions, show, toCount, toInt, toInts, toModulus } from "./validate.js";

/** Random bytes in addition to the length of the product, so that their residue is close to uniform. */
const SPARE_BYTES = 8;
/** A source that gives this many numbers without an inverse is not random, even for small primes. */
const MOST_ATTEMPTS = 128;

/** Options of `CrtModulus`. */
export interface CrtOptions extends Limits {
  /** The modulus is the product of the primes, to this power: 2 for Paillier's n². By default 1. */
  readonly power?: number;
  /**
   * Whether you know that these are primes, for example because a library made the key. By default false: they are tested when
   * the object is made, which takes several times as long as `privateKeyOp`.
   *
   * Results are verified in any case. `privateKeyOp` verifies with the public exponent, for any numbers. The first `pow` tests
   * each number once, quickly, and throws if one is composite. Composite numbers that were chosen to pass this test give wrong
   * results, which reveal the primes: do not trust a stranger's numbers.
   */
  readonly trusted?: boolean;
  /**
   * The modulus of the public key, read separately from the primes. If the product differs from it, a number was damaged: the
   * constructor throws a RangeError. Each call compares the two again before it returns a result.
   *
   * A prime with a bit that changed on a disk or in memory may be a different prime. A power modulo the wrong product then
   * reveals the right prime. `privateKeyOp` mostly detects this: d does not belong to the changed primes, unless it was computed
   * from them. `pow` cannot detect it without the modulus.
   */
  readonly modulus?: Int;
}

/** The largest `power`. With it any product has more than 65,536 bits. */
const MOST_POWER = 2 ** 16;

/** The product of the primes, and the powers modulo it. */
interface Prepared {
  readonly m: bigint;
  readonly powers: CrtPowers;
}

/** Makes a `CrtModulus`. */
export interface CrtModulusConstructor {
  /**
   * @param primes two or more different odd primes
   * @throws TypeError if `primes` is no array, or one of them is neither a bigint nor a safe integer.
   * @param options the power, whether the primes are trusted, the public modulus, and limits for the length of numbers
   * @throws RangeError if they are not different odd primes, or their product is not the option `modulus`, or is longer than
   * `maxBits`, by default 65,536 bits.
   */
  new (primes: readonly Int[], options?: CrtOptions): CrtModulus;
  /** The prototype of all instances. */
  readonly prototype: CrtModulus;
}

/**
 * A product of different odd primes, or a power of it, for the owner of the primes: an exponentiation costs about a quarter of
 * one by `Modulus`. Keep it and use it again: making it tests the primes, unless they are `trusted`.
 *
 * Every result is verified before it is returned, because a wrong one would let anyone factor the product.
 *
 * @example
 * using n = new CrtModulus([1_000_003n, 1_000_033n]);
 * n.value; // 1000036000099n
 * n.privateKeyOp(n.pow(42n, 65537n), 983_264_276_609n); // 42n
 * new CrtModulus([1009n, 1013n], { power: 2, trusted: true }).pow(2n, 40n); // 54788466087n
 */
export class CrtModulus extends Disposable<Prepared> {
  readonly #bitLength: number;
  readonly #maxBits: number;
  readonly #maxExponentBits: number;

  /** @internal */
  constructor(context: Context, product: Product, maxBits: number) {
    const { m } = product;
    const powers = context.crt(product);
    super("CrtModulus", { m, powers });
    this.own(powers);
    this.#bitLength = bitLength(m);
    this.#maxBits = maxBits;
    this.#maxExponentBits = exponentLimit(maxBits, this.#bitLength);
  }

  /** The product of the primes, to the power in the options. */
  get value(): bigint {
    return this.live.m;
  }

  /** Bits of the product. */
  get bitLength(): number {
    return this.#bitLength;
  }

  /** Bytes of the product. */
  get byteLength(): number {
    return Math.ceil(this.#bitLength / 8);
  }

  /**
   * base^exponent modulo the product; in WebAssembly constant time in the values.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if exponent < 0 and base has no inverse.
   * @throws Error if the result did not verify. A prime that was damaged before, and is still a prime, is found only with the
   * option `modulus`.
   * @example
   * new CrtModulus([1009n, 1013n]).pow(2n, 20n); // 26459n
   */
  pow(base: Int, exponent: Int): bigint {
    const b = toInt(base, "base", this.#maxBits);
    const e = toInt(exponent, "exponent", this.#maxExponentBits);
    const { m, powers } = this.live;
    if (e < 0n) return verified(powers.pow(inverse(new BigIntArithmetic(m), b, m, "base"), -e));
    return verified(powers.pow(mod(b, m), e));
  }

  /**
   * c^d modulo the product for the private exponent d of an RSA key: decrypts or signs. The public exponent e verifies the
   * result. The first call finds it from d: e is below 2^256 and shorter than the longest prime, and d·e is 1 modulo p − 1 for
   * each prime p. For other exponents use `pow`.
   *
   * With `blind` it computes on c·r^e for a random r, new for every call, and divides the result by r. So the sender of c does
   * not know the numbers in the computation. This costs an inverse and r^e, a fifth of the time at 2048 bits.
   *
   * @throws TypeError if an argument is of the wrong type.
   * @throws RangeError if d < 0, or d has no e of this kind: then d belongs to other primes, or one of the numbers was damaged.
   * @throws Error if the result did not verify, or `blind` did not fill its bytes.
   * @example
   * const n = new CrtModulus([1_000_003n, 1_000_033n], { modulus: 1_000_036_000_099n });
   * n.privateKeyOp(12n, 983_264_276_609n, { blind: true }); // 170208919814n
   */
  privateKeyOp(c: Int, d: Int, options?: BlindingOptions): bigint {
    const given = toInt(c, "c", this.#maxBits);
    const exponent = toCount(d, "d", this.#maxExponentBits);
    const source = sourceOf(options);
    const { m, powers } = this.live;
    const x = mod(given, m);
    const power = source ? this.#blinded(x, exponent, source) : powers.privateKeyOp(x, exponent);
    if (typeof power !== "string") return verified(power);
    throw rangeError(
      "d must be the inverse of a public exponent below 2^256, modulo p − 1 for each prime p; pass the d that belongs to the primes, or use pow for other exponents",
      "MODEXP_NO_PUBLIC_EXPONENT",
    );
  }

  #blinded(c: bigint, d: bigint, source: RandomSource): bigint | "exponent" | undefined {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const random = new Uint8Array(this.byteLength + SPARE_BYTES);
      source(random);
      // the source transferred the bytes
      if (!random.length) break;
      // read after the call: the source may have disposed of this object
      const power = this.live.powers.privateKeyOpBlinded(c, d, random);
      random.fill(0);
      if (power !== "random") return power;
    }
    throw failure("blind must fill its bytes with random ones", "MODEXP_NO_RANDOM");
  }
}

/** Checks the arguments of the constructor and multiplies the primes. Does not test whether they are primes. */
export function productOf(given: readonly Int[], options: CrtOptions | undefined, maxBits: number): Product {
  const {
    power = 1,
    trusted = false,
    modulus,
  } = ownOptions(options, ["power", "trusted", "modulus"], "{ trusted: true }");
  checkSize(power, "power", 1, MOST_POWER);
  if (typeof trusted !== "boolean") throw typeError(`trusted must be a boolean, got ${show(trusted)}`);
  const n = modulus === undefined ? undefined : toModulus(modulus, maxBits);
  const primes = toInts(given, "primes", maxBits).map((p, i) => toCount(p, `primes[${i}]`, maxBits));
  let m = 1n;
  for (const p of primes) {
    for (let i = 0; i < power; i++) m = limited(m * p, "the product of the primes", maxBits);
  }
  if (primes.length < 2 || !m) throw rangeError("primes must be two or more different odd primes", "MODEXP_PRIMES");
  if (n !== undefined && n !== m) {
    throw rangeError(
      "modulus must be the product of the primes; pass the numbers of one key, undamaged",
      "MODEXP_MODULUS",
    );
  }
  // the modulus that was passed: a fault in the product does not change it
  return { primes, m: n ?? m, power, trusted };
}

function verified(power: bigint | undefined): bigint {
  if (power === undefined) {
    throw failure("the result did not verify; check the machine and the primes", "MODEXP_NOT_VERIFIED");
  }
  return power;
}
