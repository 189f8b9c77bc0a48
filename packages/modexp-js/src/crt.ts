/** Powers modulo a product of known primes: RSA with the Chinese remainder theorem. */
import type { CrtPowers } from "./arithmetic.js";
import { BigIntArithmetic } from "./js.js";
import { bitLength } from "./limbs.js";
import { Disposable } from "./memory.js";
import { inverse, mod } from "./numbers.js";
import type { Session } from "./session.js";
import { type Int, toCount, toInt, toInts } from "./validate.js";

/** The product of the primes, and what computes modulo it. */
interface Prepared {
  readonly m: bigint;
  readonly powers: CrtPowers;
}

/** Makes a `CrtModulus`. */
export interface CrtModulusConstructor {
  /**
   * @param primes two or more different odd primes
   * @throws TypeError if they are no array, or one of them neither a bigint nor a safe integer.
   * @throws RangeError if they are not different odd primes.
   */
  new (primes: readonly Int[]): CrtModulus;
  /** What every instance has. */
  readonly prototype: CrtModulus;
}

/**
 * A product of different odd primes, for whoever knows them: a power costs about a quarter of one modulo the product.
 *
 * Every result is verified before it is returned, because a wrong one would let anyone factor the product.
 *
 * @example
 * using n = new CrtModulus([1_000_003n, 1_000_033n]);
 * n.value; // 1000036000099n
 * n.privateKeyOp(n.pow(42n, 65537n), 983_264_276_609n); // 42n
 */
export class CrtModulus extends Disposable<Prepared> {
  readonly #bitLength: number;

  /** @internal */
  constructor(session: Session, primes: readonly Int[]) {
    const ps = toInts(primes, "primes").map((p, i) => toCount(p, `primes[${i}]`));
    const m = product(ps);
    const powers = session.crt(ps, m);
    super("CrtModulus", { m, powers });
    this.own(powers);
    this.#bitLength = bitLength(m);
  }

  /** The product of the primes. */
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
   * @throws Error if the result did not verify.
   * @example
   * new CrtModulus([1009n, 1013n]).pow(2n, 20n); // 26459n
   */
  pow(base: Int, exponent: Int): bigint {
    const { m, powers } = this.live;
    const e = toInt(exponent, "exponent");
    const b = toInt(base, "base");
    if (e < 0n) return verified(powers.pow(inverse(new BigIntArithmetic(m), b, m, "base"), -e));
    return verified(powers.pow(mod(b, m), e));
  }

  /**
   * c^d modulo the product for the private exponent d of an RSA key: decrypts or signs.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if d < 0.
   * @throws Error if the result did not verify.
   * @example
   * new CrtModulus([1009n, 1013n]).privateKeyOp(5n, 77n); // 405818n
   */
  privateKeyOp(c: Int, d: Int): bigint {
    const { m, powers } = this.live;
    return verified(powers.privateKeyOp(mod(toInt(c, "c"), m), toCount(d, "d")));
  }
}

function product(primes: readonly bigint[]): bigint {
  if (primes.length < 2) throw new RangeError(`primes must be two or more different odd primes, got ${primes.length}`);
  const m = primes.reduce((product, p) => product * p);
  if (m === 0n) throw new RangeError("primes must be two or more different odd primes, got 0 among them");
  return m;
}

function verified(power: bigint | undefined): bigint {
  if (power === undefined) {
    throw new Error("the result did not verify and was withheld; check the machine and the primes");
  }
  return power;
}
