/** The classes of `modexp` on JSBI values. */

import { Disposing } from "../api/memory.js";
import { isRevoked, limitOf, ownOptions } from "../api/validate.js";
import * as modexp from "../index.js";
import type { Bytes } from "../limbs/bytes.js";
import { typeError } from "../limbs/errors.js";
import { exponentLimit, type Limits, MAX_BITS } from "../limbs/length.js";
import { fromInt, fromInts, type Int, type JSBI, toJsbi } from "./convert.js";

/** An object that `using` or `dispose()` frees. */
abstract class Wrapper<T extends { dispose(): void }> extends Disposing {
  /** @internal */
  protected readonly inner: T;

  /** @internal */
  constructor(inner: T) {
    super();
    this.inner = inner;
  }

  /** Frees the memory and zeroes it. Every later call is an Error. */
  override dispose(): void {
    this.inner.dispose();
  }
}

/** The methods that `Modulus` and `CrtModulus` share. */
abstract class OfModulus<T extends modexp.Modulus | modexp.CrtModulus> extends Wrapper<T> {
  /** @internal The most bits of a number. */
  protected readonly maxBits: number;
  /** @internal The most bits of an exponent. */
  protected readonly maxExponentBits: number;

  /** @internal */
  constructor(inner: T, maxBits: number) {
    super(inner);
    this.maxBits = maxBits;
    this.maxExponentBits = exponentLimit(maxBits, inner.bitLength);
  }

  /** @internal */
  protected number(value: Int, name: string): bigint {
    return fromInt(value, name, this.maxBits);
  }

  /** @internal */
  protected exponent(value: Int, name: string): bigint {
    return fromInt(value, name, this.maxExponentBits);
  }

  /** The modulus. */
  get value(): JSBI {
    return toJsbi(this.inner.value);
  }

  /** Bits of the modulus, at least 1. */
  get bitLength(): number {
    return this.inner.bitLength;
  }

  /** Bytes of the modulus, at least 1. */
  get byteLength(): number {
    return this.inner.byteLength;
  }

  /** base^exponent modulo `value`, as `modPow`. @throws TypeError and RangeError as `modPow`. */
  pow(base: Int, exponent: Int): JSBI {
    return toJsbi(this.inner.pow(this.number(base, "base"), this.exponent(exponent, "exponent")));
  }
}

/**
 * A modulus, prepared once and used many times, as `Modulus` of `modexp`.
 *
 * @example
 * using m = new Modulus(JSBI.BigInt("1000000007"));
 * m.pow(JSBI.BigInt(2), 100).toString(); // "976371285"
 */
export class Modulus extends OfModulus<modexp.Modulus> {
  /**
   * @param modulus at least 1, odd or even
   * @param limits limits for the length of numbers
   * @throws TypeError if it is neither a JSBI value nor a safe integer.
   * @throws RangeError if it is below 1, or longer than `maxBits`.
   */
  constructor(modulus: Int, limits?: Limits) {
    const maxBits = limitOf(limits, MAX_BITS);
    super(new modexp.Modulus(fromInt(modulus, "modulus", maxBits), { maxBits }), maxBits);
  }

  /** base^exponent mod m for public values. @throws TypeError and RangeError as `modPow`. */
  powVartime(base: Int, exponent: Int): JSBI {
    return toJsbi(this.inner.powVartime(this.number(base, "base"), this.exponent(exponent, "exponent")));
  }

  /** base^exponent mod m on big-endian bytes. @throws TypeError if an argument is no Uint8Array. */
  powBytes(base: Uint8Array, exponent: Uint8Array): Bytes {
    return this.inner.powBytes(base, exponent);
  }

  /** a·b mod m. @throws TypeError if an argument is neither a JSBI value nor a safe integer. */
  mul(a: Int, b: Int): JSBI {
    return toJsbi(this.inner.mul(this.number(a, "a"), this.number(b, "b")));
  }

  /** a + b mod m. @throws TypeError if an argument is neither a JSBI value nor a safe integer. */
  add(a: Int, b: Int): JSBI {
    return toJsbi(this.inner.add(this.number(a, "a"), this.number(b, "b")));
  }

  /** a − b mod m. @throws TypeError if an argument is neither a JSBI value nor a safe integer. */
  sub(a: Int, b: Int): JSBI {
    return toJsbi(this.inner.sub(this.number(a, "a"), this.number(b, "b")));
  }

  /** −a mod m. @throws TypeError if a is neither a JSBI value nor a safe integer. */
  neg(a: Int): JSBI {
    return toJsbi(this.inner.neg(this.number(a, "a")));
  }

  /** a·b⁻¹ mod m. @throws RangeError if b and m have a common factor. */
  div(a: Int, b: Int): JSBI {
    return toJsbi(this.inner.div(this.number(a, "a"), this.number(b, "b")));
  }

  /** The smaller x with x² ≡ a (mod m), for a prime m; undefined if none exists. @throws RangeError if m is no prime. */
  sqrt(a: Int): JSBI | undefined {
    const root = this.inner.sqrt(this.number(a, "a"));
    return root === undefined ? undefined : toJsbi(root);
  }

  /** The Jacobi symbol (a/m). @throws RangeError if m is even. */
  jacobi(a: Int): -1 | 0 | 1 {
    return this.inner.jacobi(this.number(a, "a"));
  }

  /** a² mod m. @throws TypeError if a is neither a JSBI value nor a safe integer. */
  square(a: Int): JSBI {
    return toJsbi(this.inner.square(this.number(a, "a")));
  }

  /** a^(2^count) mod m. @throws RangeError if count is below 0, or 2^64 or more. */
  squareRepeated(a: Int, count: Int): JSBI {
    return toJsbi(this.inner.squareRepeated(this.number(a, "a"), fromInt(count, "count", MAX_BITS)));
  }

  /** The x in [0, m) with a·x ≡ 1 (mod m). @throws RangeError if a and m have a common factor. */
  inverse(a: Int): JSBI {
    return toJsbi(this.inner.inverse(this.number(a, "a")));
  }

  /** The inverse of every number. @throws RangeError if a number and m have a common factor. */
  inverseMany(numbers: readonly Int[]): JSBI[] {
    return this.inner.inverseMany(fromInts(numbers, "numbers", this.maxBits)).map(toJsbi);
  }

  /** bases[i]^exponents[i] mod m for every i. @throws TypeError and RangeError as `Modulus.powMany` of `modexp`. */
  powMany(bases: readonly Int[], exponents: readonly Int[]): JSBI[] {
    return this.inner
      .powMany(fromInts(bases, "bases", this.maxBits), fromInts(exponents, "exponents", this.maxExponentBits))
      .map(toJsbi);
  }

  /** base^exponents[i] mod m for every i. @throws TypeError and RangeError as `Modulus.powEach` of `modexp`. */
  powEach(base: Int, exponents: readonly Int[]): JSBI[] {
    return this.inner
      .powEach(this.number(base, "base"), fromInts(exponents, "exponents", this.maxExponentBits))
      .map(toJsbi);
  }

  /** base^exponents[i] mod m for every i, for public values. @throws TypeError and RangeError as `powEach`. */
  powEachVartime(base: Int, exponents: readonly Int[]): JSBI[] {
    return this.inner
      .powEachVartime(this.number(base, "base"), fromInts(exponents, "exponents", this.maxExponentBits))
      .map(toJsbi);
  }

  /** The product of bases[i]^exponents[i] mod m. @throws TypeError and RangeError as `powMany`. */
  powProduct(bases: readonly Int[], exponents: readonly Int[]): JSBI {
    return toJsbi(
      this.inner.powProduct(
        fromInts(bases, "bases", this.maxBits),
        fromInts(exponents, "exponents", this.maxExponentBits),
      ),
    );
  }

  /** The product of bases[i]^exponents[i] mod m, for public values. @throws TypeError and RangeError as `powMany`. */
  powProductVartime(bases: readonly Int[], exponents: readonly Int[]): JSBI {
    return toJsbi(
      this.inner.powProductVartime(
        fromInts(bases, "bases", this.maxBits),
        fromInts(exponents, "exponents", this.maxExponentBits),
      ),
    );
  }

  /** Prepares `base` for many exponents. @throws TypeError and RangeError as `Modulus.fixedBase` of `modexp`. */
  fixedBase(base: Int, options: modexp.FixedBaseOptions): FixedBase {
    return new FixedBase(this.inner.fixedBase(this.number(base, "base"), options));
  }
}

/**
 * A base with tables of its powers, from `Modulus.fixedBase`, as `FixedBase` of `modexp`.
 *
 * @example
 * using g = new Modulus(1_000_003).fixedBase(5, { maxExponentBits: 20, tableBytes: 4096 });
 * g.pow(JSBI.BigInt(2)).toString(); // "25"
 */
export class FixedBase extends Wrapper<modexp.FixedBase> {
  /** @internal */
  constructor(inner: modexp.FixedBase) {
    if (isRevoked(inner) || !Object.prototype.isPrototypeOf.call(modexp.FixedBase.prototype, inner)) {
      throw typeError("make a FixedBase with modulus.fixedBase(base, options) or FixedBase.fromBytes(bytes)");
    }
    super(inner);
  }

  /** Loads the tables that `toBytes` wrote. @throws Error if they are damaged. */
  static fromBytes(bytes: Uint8Array, limits?: Limits): FixedBase {
    return new FixedBase(modexp.FixedBase.fromBytes(bytes, limits));
  }

  /** Bits of the longest exponent. */
  get maxExponentBits(): number {
    return this.inner.maxExponentBits;
  }

  /** Memory of the tables in bytes. */
  get tableBytes(): number {
    return this.inner.tableBytes;
  }

  /** base^exponent mod m. @throws RangeError if the exponent is longer than the tables. */
  pow(exponent: Int): JSBI {
    return toJsbi(this.inner.pow(fromInt(exponent, "exponent", this.maxExponentBits, "maxExponentBits")));
  }

  /** base^exponent mod m for public exponents. @throws RangeError if the exponent is longer than the tables. */
  powVartime(exponent: Int): JSBI {
    return toJsbi(this.inner.powVartime(fromInt(exponent, "exponent", this.maxExponentBits, "maxExponentBits")));
  }

  /** base^exponents[i] mod m for every i. @throws RangeError if an exponent is longer than the tables. */
  powMany(exponents: readonly Int[]): JSBI[] {
    return this.inner.powMany(fromInts(exponents, "exponents", this.maxExponentBits, "maxExponentBits")).map(toJsbi);
  }

  /** The tables, for `FixedBase.fromBytes`. They reveal the base and the modulus. */
  toBytes(): Bytes {
    return this.inner.toBytes();
  }
}

/** Options of `CrtModulus`. */
export interface CrtOptions extends Omit<modexp.CrtOptions, "modulus"> {
  /** The modulus of the public key, read separately from the primes. A product that differs from it is a RangeError. */
  readonly modulus?: Int;
}

/**
 * A product of different odd primes, or a power of it, for the owner of the primes, as `CrtModulus` of `modexp`.
 *
 * @example
 * using n = new CrtModulus([1_000_003, 1_000_033]);
 * n.privateKeyOp(n.pow(42, 65537), 983_264_276_609).toString(); // "42"
 */
export class CrtModulus extends OfModulus<modexp.CrtModulus> {
  /**
   * @param primes two or more different odd primes
   * @param options as for `CrtModulus` of `modexp`
   * @throws RangeError if they are not different odd primes, or the product is not `modulus`, or is longer than `maxBits`.
   */
  constructor(primes: readonly Int[], options?: CrtOptions) {
    const maxBits = limitOf(options, MAX_BITS);
    const { modulus, ...others } = ownOptions(options, ["power", "trusted", "modulus"], "{ trusted: true }");
    const n = modulus === undefined ? {} : { modulus: fromInt(modulus, "modulus", maxBits) };
    // an undefined option counts as missing
    const own = { ...others, ...n, maxBits } as modexp.CrtOptions;
    super(new modexp.CrtModulus(fromInts(primes, "primes", maxBits), own), maxBits);
  }

  /** c^d modulo the product for the private exponent d of an RSA key. @throws Error if the result did not verify. */
  privateKeyOp(c: Int, d: Int, options?: modexp.BlindingOptions): JSBI {
    return toJsbi(this.inner.privateKeyOp(this.number(c, "c"), this.exponent(d, "d"), options));
  }
}
