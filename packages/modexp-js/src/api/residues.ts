/** Calculations with single residues: all except powers. */
import type { Arithmetic } from "../arithmetic/arithmetic.js";
import { jacobiOf } from "../bigint/jacobi.js";
import { SquareRoots } from "../bigint/square-roots.js";
import { rangeError } from "../limbs/errors.js";
import { bitLength } from "../limbs/length.js";
import { Disposable } from "./memory.js";
import { inverse, mod } from "./numbers.js";
import { type Int, show, toInt, toInts } from "./validate.js";

/**
 * Residues modulo one number m. Sums, differences and products are computed on BigInt, in variable time: one takes less time than the way
 * into WebAssembly. Inverses and powers are computed in WebAssembly, in constant time, except in the tier `js`.
 */
export abstract class Residues extends Disposable<bigint> {
  readonly #bitLength: number;
  readonly #maxBits: number;
  #roots: SquareRoots | undefined;

  /** @internal */
  constructor(modulus: bigint, maxBits: number) {
    super("Modulus", modulus);
    this.#bitLength = bitLength(modulus);
    this.#maxBits = maxBits;
  }

  /** The modulus. */
  get value(): bigint {
    return this.live;
  }

  /** Bits of the modulus, at least 1. */
  get bitLength(): number {
    return this.#bitLength;
  }

  /** Bytes of the modulus, at least 1: the length of a result of `powBytes`. */
  get byteLength(): number {
    return Math.ceil(this.#bitLength / 8);
  }

  /** base^exponent mod m. */
  abstract pow(base: Int, exponent: Int): bigint;

  /**
   * a + b mod m, on BigInt.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @example
   * new Modulus(101n).add(100n, 3n); // 2n
   */
  add(a: Int, b: Int): bigint {
    const [x, y] = [this.number(a, "a"), this.number(b, "b")];
    return mod(x + y, this.live);
  }

  /**
   * a − b mod m, on BigInt.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @example
   * new Modulus(101n).sub(2n, 3n); // 100n
   */
  sub(a: Int, b: Int): bigint {
    const [x, y] = [this.number(a, "a"), this.number(b, "b")];
    return mod(x - y, this.live);
  }

  /**
   * −a mod m, on BigInt.
   *
   * @throws TypeError if a is neither a bigint nor a safe integer.
   * @example
   * new Modulus(101n).neg(1n); // 100n
   */
  neg(a: Int): bigint {
    const x = this.number(a, "a");
    return mod(-x, this.live);
  }

  /**
   * a·b mod m, on BigInt: one product takes less time than the way into WebAssembly.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @example
   * new Modulus(101n).mul(20n, -30n); // 6n
   */
  mul(a: Int, b: Int): bigint {
    const [x, y] = [this.number(a, "a"), this.number(b, "b")];
    const m = this.live;
    return mod(mod(x, m) * mod(y, m), m);
  }

  /**
   * a² mod m, on BigInt.
   *
   * @throws TypeError if a is neither a bigint nor a safe integer.
   * @example
   * new Modulus(101n).square(-20n); // 97n
   */
  square(a: Int): bigint {
    return this.mul(a, a);
  }

  /**
   * The x in [0, m) with a·x ≡ 1 (mod m); 0 for m = 1. In WebAssembly constant time in a.
   *
   * @throws TypeError if a is neither a bigint nor a safe integer.
   * @throws RangeError if a and m have a common factor.
   * @example
   * new Modulus(101n).inverse(2n); // 51n
   */
  inverse(a: Int): bigint {
    const x = this.number(a, "a");
    return inverse(this.arithmetic(), x, this.live, "a");
  }

  /**
   * The inverse of every number. It costs one inverse in all, and three products for each number.
   *
   * @throws TypeError if `numbers` is no array, or an element is neither a bigint nor a safe integer.
   * @throws RangeError if a number and m have a common factor.
   * @example
   * new Modulus(101n).inverseMany([2n, -3n]); // [51n, 67n]
   */
  inverseMany(numbers: readonly Int[]): bigint[] {
    const given = toInts(numbers, "numbers", this.#maxBits);
    const m = this.live;
    const xs = given.map((x) => mod(x, m));
    const arithmetic = this.arithmetic();
    // one by one, so that the error names the number without an inverse
    return arithmetic.inverseMany(xs) ?? xs.map((x, i) => inverse(arithmetic, x, m, `numbers[${i}]`));
  }

  /**
   * a·b⁻¹ mod m: the inverse as `inverse` computes it, then a product on BigInt.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if b and m have a common factor.
   * @example
   * new Modulus(101n).div(1n, 2n); // 51n
   */
  div(a: Int, b: Int): bigint {
    const [x, y] = [this.number(a, "a"), this.number(b, "b")];
    const m = this.live;
    return mod(mod(x, m) * inverse(this.arithmetic(), y, m, "b"), m);
  }

  /**
   * The smaller x with x² ≡ a (mod m), for a prime m; undefined if none exists. The other root is m − x.
   *
   * For m ≡ 3 mod 4 it is one power, constant time in WebAssembly, and comparisons on BigInt. For other primes the rest is in variable
   * time (Tonelli and Shanks). The first call tests whether m is a prime.
   *
   * @throws TypeError if a is neither a bigint nor a safe integer.
   * @throws RangeError if m is no prime: take the roots modulo its prime factors, and combine them by `crt`.
   * @example
   * new Modulus(101n).sqrt(5n); // 45n
   * new Modulus(101n).sqrt(2n); // undefined
   */
  sqrt(a: Int): bigint | undefined {
    const x = this.number(a, "a");
    const m = this.live;
    this.#roots ??= SquareRoots.modulo(m);
    if (this.#roots === undefined) {
      throw rangeError(
        `the modulus must be a prime for a square root, got ${show(m)}; take roots modulo its prime factors, and combine them by crt`,
        "MODEXP_PRIMES",
      );
    }
    return this.#roots.of(mod(x, m), (base, exponent) => this.pow(base, exponent));
  }

  /**
   * The Jacobi symbol (a/m). For a prime m it is 1 if a is a square modulo m, −1 if it is not, and 0 if m divides a; for a composite m it is
   * the product of the symbols modulo its primes. In variable time.
   *
   * @throws TypeError if a is neither a bigint nor a safe integer; RangeError if m is even.
   * @example
   * new Modulus(101n).jacobi(2n); // -1
   */
  jacobi(a: Int): -1 | 0 | 1 {
    const x = this.number(a, "a");
    const m = this.live;
    if ((m & 1n) === 0n) throw rangeError(`the modulus must be odd for a Jacobi symbol, got ${show(m)}`);
    return jacobiOf(x, m);
  }

  /** @internal The arithmetic in WebAssembly, or on BigInt in the tier `js`. */
  protected abstract arithmetic(): Arithmetic;

  /** @internal */
  protected number(value: Int, name: string): bigint {
    return toInt(value, name, this.#maxBits);
  }
}
