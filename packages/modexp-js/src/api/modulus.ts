/** A modulus, prepared once and used many times. It brings signs and sizes into range, and calls the arithmetic. */
import type { Arithmetic } from "../arithmetic/arithmetic.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";
import { bitLength, exponentLimit, type Limits, limitBytes } from "../limbs/length.js";
import type { Context } from "./context.js";
import { checkFixedBaseOptions, FixedBase, type FixedBaseOptions } from "./fixed-base.js";
import { inverse, mod } from "./numbers.js";
import { Residues } from "./residues.js";
import { checkSameLength, type Int, toBytes, toCount, toInt, toInts } from "./validate.js";

/** The parts of a context that a modulus needs. */
export type ModulusContext = Pick<Context, "wasm" | "prefersBigInt" | "fixedBase">;

/** Makes a `Modulus`. */
export interface ModulusConstructor {
  /**
   * @param modulus at least 1, odd or even
   * @param limits limits for the length of the modulus and of the arguments of its methods
   * @throws TypeError if it is neither a bigint nor a safe integer.
   * @throws RangeError if it is below 1, or longer than `maxBits`, by default 65,536 bits.
   */
  new (modulus: Int, limits?: Limits): Modulus;
  /** The prototype of all instances. */
  readonly prototype: Modulus;
}

/**
 * A modulus, prepared once and used many times.
 *
 * Its WebAssembly memory is freed by `using`, by `dispose()`, or when the object is collected.
 *
 * @example
 * using m = new Modulus(1_000_000_007n);
 * m.pow(2n, 100n); // 976371285n
 * m.mul(m.inverse(3n), 3n); // 1n
 */
export class Modulus extends Residues {
  readonly #context: ModulusContext;
  readonly #maxBits: number;
  readonly #maxExponentBits: number;
  #bigint: BigIntArithmetic | undefined;
  #wasm: Arithmetic | undefined;

  /** @internal */
  constructor(context: ModulusContext, modulus: bigint, maxBits: number) {
    super(modulus, maxBits);
    this.#context = context;
    this.#maxBits = maxBits;
    this.#maxExponentBits = exponentLimit(maxBits, this.bitLength);
  }

  /**
   * base^exponent mod m, as `modPow`.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if exponent < 0 and base has no inverse.
   * @example
   * new Modulus(1_000_000_007n).pow(2n, 100n); // 976371285n
   */
  override pow(base: Int, exponent: Int): bigint {
    const [b, e] = this.#power(this.number(base, "base"), toInt(exponent, "exponent", this.#maxExponentBits));
    return this.#arithmetic(e).pow(b, e);
  }

  /**
   * base^exponent mod m for public values, as `modPowVartime`.
   *
   * @throws TypeError and RangeError as `pow`.
   * @example
   * new Modulus(1_000_000_007n).powVartime(3n, 65537n); // 754428556n
   */
  powVartime(base: Int, exponent: Int): bigint {
    const [b, e] = this.#power(this.number(base, "base"), toInt(exponent, "exponent", this.#maxExponentBits));
    return this.#arithmetic(e).powVartime(b, e);
  }

  /**
   * base^exponent mod m on big-endian bytes. The result has `byteLength` bytes.
   *
   * In WebAssembly the values never become a bigint, and the time depends only on their lengths, leading zeros included.
   *
   * @throws TypeError if an argument is no Uint8Array.
   * @example
   * new Modulus(1009n).powBytes(Uint8Array.of(3), Uint8Array.of(1, 0)); // Uint8Array.of(3, 160)
   */
  powBytes(base: Uint8Array, exponent: Uint8Array): Bytes {
    const b = toBytes(base, "base");
    const e = toBytes(exponent, "exponent");
    limitBytes(b, "base", this.#maxBits);
    limitBytes(e, "exponent", this.#maxExponentBits);
    return this.arithmetic().powBytes(b, e, this.byteLength);
  }

  /**
   * a^(2^count) mod m, count ≥ 0: `count` squarings one after the other.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if count is below 0, or 2^64 or more.
   * @example
   * new Modulus(1_000_003n).squareRepeated(2n, 10n); // 539960n
   */
  squareRepeated(a: Int, count: Int): bigint {
    const given = this.number(a, "a");
    const n = toCount(count, "count");
    if (n >> 64n) throw rangeError(`count must be below 2^64, got a number of ${bitLength(n)} bits`);
    const x = mod(given, this.live);
    return this.#arithmetic(1n << (n < 64n ? n : 64n)).squareRepeated(x, n);
  }

  /**
   * bases[i]^exponents[i] mod m for every i: independent exponentiations, several at a time if the kernel has lanes.
   *
   * @throws TypeError if an argument is no array, or an element is neither a bigint nor a safe integer.
   * @throws RangeError if the arrays have different lengths, or a power does not exist.
   * @example
   * new Modulus(101n).powMany([2n, 3n], [10n, 20n]); // [14n, 84n]
   */
  powMany(bases: readonly Int[], exponents: readonly Int[]): bigint[] {
    const [bs, es] = this.#powers(bases, exponents);
    return this.#arithmetic(longest(es)).powMany(bs, es);
  }

  /**
   * base^exponents[i] mod m for every i, with shared squarings: four powers cost less than two calls of `pow`.
   *
   * @throws TypeError if `exponents` is no array, or a number is neither a bigint nor a safe integer.
   * @throws RangeError if an exponent is negative and base has no inverse.
   * @example
   * new Modulus(101n).powEach(2n, [1n, -1n, 10n]); // [2n, 51n, 14n]
   */
  powEach(base: Int, exponents: readonly Int[]): bigint[] {
    return this.#powEach(base, exponents, false);
  }

  /**
   * base^exponents[i] mod m for every i, for public values. With four long exponents, each costs 0.4 of `powVartime`.
   *
   * @throws TypeError and RangeError as `powEach`.
   * @example
   * new Modulus(101n).powEachVartime(3n, [1n, -1n, 10n]); // [3n, 34n, 65n]
   */
  powEachVartime(base: Int, exponents: readonly Int[]): bigint[] {
    return this.#powEach(base, exponents, true);
  }

  #powEach(base: Int, exponents: readonly Int[], vartime: boolean): bigint[] {
    const b = this.number(base, "base");
    const es = toInts(exponents, "exponents", this.#maxExponentBits);
    const m = this.live;
    const magnitudes = es.map((e) => (e < 0n ? -e : e));
    const arithmetic = this.#arithmetic(longest(magnitudes));
    const powers = arithmetic.powEach(mod(b, m), magnitudes, vartime);
    // the inverse of the power is the power of the inverse
    return powers.map((power, i) => ((es[i] as bigint) < 0n ? inverse(arithmetic, power, m, "base") : power));
  }

  /**
   * The product of bases[i]^exponents[i] mod m, with shared squarings: g^a·h^b costs little more than g^a alone. For
   * empty arrays it is 1 mod m.
   *
   * @throws TypeError and RangeError as `powMany`.
   * @example
   * new Modulus(101n).powProduct([2n, 3n], [10n, 20n]); // 65n
   */
  powProduct(bases: readonly Int[], exponents: readonly Int[]): bigint {
    const [bs, es] = this.#powers(bases, exponents);
    return this.#arithmetic(longest(es)).powProduct(bs, es);
  }

  /**
   * The product of bases[i]^exponents[i] mod m, for public values: faster, in variable time.
   *
   * @throws TypeError and RangeError as `powMany`.
   * @example
   * new Modulus(101n).powProductVartime([2n, 3n], [10n, -1n]); // 72n
   */
  powProductVartime(bases: readonly Int[], exponents: readonly Int[]): bigint {
    const [bs, es] = this.#powers(bases, exponents);
    return this.#arithmetic(longest(es)).powProduct(bs, es, true);
  }

  /**
   * Prepares `base` for many exponents of at most `maxExponentBits` bits: tables of powers save most squarings.
   *
   * @throws TypeError if an argument is of the wrong type.
   * @throws RangeError if an option is out of range, or the memory is too small for the tables.
   * @example
   * const g = new Modulus(1_000_003n).fixedBase(2n, { maxExponentBits: 64 });
   * g.pow(100n); // 253109n
   */
  fixedBase(base: Int, options: FixedBaseOptions): FixedBase {
    const { maxExponentBits, tableBytes } = checkFixedBaseOptions(options);
    const given = this.number(base, "base");
    const modulus = this.live;
    const of = { modulus, base: mod(given, modulus), maxExponentBits };
    return new FixedBase(of, this.#context.fixedBase(of, tableBytes));
  }

  /** The modulus in WebAssembly, prepared at first use; undefined in the tier `js`. */
  #prepared(): Arithmetic | undefined {
    const m = this.live;
    if (this.#wasm === undefined) {
      this.#wasm = this.#context.wasm(m, this.bitLength);
      if (this.#wasm) this.own(this.#wasm);
    }
    return this.#wasm;
  }

  #onBigInt(): BigIntArithmetic {
    const m = this.live;
    this.#bigint ??= new BigIntArithmetic(m);
    return this.#bigint;
  }

  /** @internal */
  protected override arithmetic(): Arithmetic {
    return this.#prepared() ?? this.#onBigInt();
  }

  /** The faster arithmetic for powers with exponents up to `exponent`. */
  #arithmetic(exponent: bigint): Arithmetic {
    const onBigInt = this.#context.prefersBigInt(this.bitLength, bitLength(exponent));
    return onBigInt ? this.#onBigInt() : this.arithmetic();
  }

  /** A base in [0, m) and an exponent ≥ 0 with the same power. The base is the argument `name`. */
  #power(base: bigint, exponent: bigint, name = "base"): [bigint, bigint] {
    const m = this.live;
    return exponent < 0n ? [inverse(this.#onBigInt(), base, m, name), -exponent] : [mod(base, m), exponent];
  }

  #powers(bases: readonly Int[], exponents: readonly Int[]): [bigint[], bigint[]] {
    const bs = toInts(bases, "bases", this.#maxBits);
    const es = toInts(exponents, "exponents", this.#maxExponentBits);
    checkSameLength(bs, es);
    const powers = bs.map((base, i) => this.#power(base, es[i] as bigint, `bases[${i}]`));
    return [powers.map(([base]) => base), powers.map(([, exponent]) => exponent)];
  }
}

function longest(exponents: readonly bigint[]): bigint {
  let max = 0n;
  for (const exponent of exponents) if (exponent > max) max = exponent;
  return max;
}
