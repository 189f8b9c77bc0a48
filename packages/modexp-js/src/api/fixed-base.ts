/** One base, prepared for many exponents. */
import type { FixedPowers } from "../arithmetic/arithmetic.js";
import type { Saved } from "../arithmetic/saved-tables.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import type { Bytes } from "../limbs/bytes.js";
import type { Limits } from "../limbs/length.js";
import { Disposable } from "./memory.js";
import { inverse } from "./numbers.js";
import { checkSize, type Int, ownOptions, toInt, toInts } from "./validate.js";

const MAX_EXPONENT_BITS = 2 ** 30;
const MAX_TABLE_BYTES = 2 ** 32;

/** Options of `Modulus.fixedBase`. */
export interface FixedBaseOptions {
  /** Bits of the longest exponent, 1 to 2^30. */
  readonly maxExponentBits: number;
  /**
   * Memory for the tables in bytes, at most 4 GiB; the tier `js` uses at most 128 MiB. By default 512 bytes for each bit of the
   * modulus, 1 MiB at 2048 bits.
   */
  readonly tableBytes?: number;
}

/** Loads saved tables. */
export interface FixedBaseConstructor {
  /**
   * Loads the tables that `toBytes` wrote, on any machine and tier.
   *
   * @throws TypeError if `bytes` is no Uint8Array.
   * @throws Error if they are damaged, or a different version wrote them.
   * @throws RangeError if the modulus has more than `maxBits` bits, rounded up to a multiple of 64.
   */
  fromBytes(bytes: Uint8Array, limits?: Limits): FixedBase;
  /** The prototype of all instances. */
  readonly prototype: FixedBase;
}

/**
 * A base with tables of its powers, from `Modulus.fixedBase`.
 *
 * @example
 * using g = new Modulus(1_000_003n).fixedBase(5n, { maxExponentBits: 20, tableBytes: 4096 });
 * g.powMany([0n, 1n, 1_000_002n]); // [1n, 5n, 1n]
 * FixedBase.fromBytes(g.toBytes()).pow(2n); // 25n
 */
export class FixedBase extends Disposable<FixedPowers> {
  readonly #of: Saved;

  /** @internal */
  constructor(of: Saved, powers: FixedPowers) {
    super("FixedBase", powers);
    this.own(powers);
    this.#of = of;
  }

  /** Bits of the longest exponent. */
  get maxExponentBits(): number {
    return this.#of.maxExponentBits;
  }

  /** Memory of the tables in bytes. */
  get tableBytes(): number {
    return this.live.bytes;
  }

  /**
   * base^exponent mod m; in WebAssembly constant time in the value.
   *
   * @throws TypeError if the exponent is neither a bigint nor a safe integer.
   * @throws RangeError if it is longer than the tables, or negative and base has no inverse.
   * @example
   * new Modulus(101n).fixedBase(2n, { maxExponentBits: 8 }).pow(200n); // 1n
   */
  pow(exponent: Int): bigint {
    const e = toInt(exponent, "exponent", this.maxExponentBits, "maxExponentBits");
    return this.#signed(this.live.pow(e < 0n ? -e : e), e);
  }

  /**
   * base^exponent mod m for public exponents: faster, in variable time.
   *
   * @throws TypeError and RangeError as `pow`.
   * @example
   * new Modulus(101n).fixedBase(2n, { maxExponentBits: 8 }).powVartime(10n); // 14n
   */
  powVartime(exponent: Int): bigint {
    const e = toInt(exponent, "exponent", this.maxExponentBits, "maxExponentBits");
    return this.#signed(this.live.powVartime(e < 0n ? -e : e), e);
  }

  /**
   * base^exponents[i] mod m for every i.
   *
   * @throws TypeError and RangeError as `pow`, and TypeError if `exponents` is no array.
   * @example
   * new Modulus(101n).fixedBase(2n, { maxExponentBits: 8 }).powMany([1n, 10n]); // [2n, 14n]
   */
  powMany(exponents: readonly Int[]): bigint[] {
    const es = toInts(exponents, "exponents", this.maxExponentBits, "maxExponentBits");
    const powers = this.live;
    return powers.powMany(es.map((e) => (e < 0n ? -e : e))).map((power, i) => this.#signed(power, es[i] as bigint));
  }

  /**
   * The tables, for `FixedBase.fromBytes`. They reveal the base and the modulus.
   *
   * @example
   * const saved = new Modulus(101n).fixedBase(2n, { maxExponentBits: 8 }).toBytes();
   * FixedBase.fromBytes(saved).pow(10n); // 14n
   */
  toBytes(): Bytes {
    return this.live.save();
  }

  #signed(power: bigint, exponent: bigint): bigint {
    const { modulus } = this.#of;
    return exponent < 0n ? inverse(new BigIntArithmetic(modulus), power, modulus, "base") : power;
  }
}

/** The options of `Modulus.fixedBase`, with 0 bytes for the default. */
export function checkFixedBaseOptions(options: FixedBaseOptions): Required<FixedBaseOptions> {
  const example = "{ maxExponentBits: 256 }";
  const { maxExponentBits, tableBytes } = ownOptions(options, ["maxExponentBits", "tableBytes"], example);
  checkSize(maxExponentBits, "maxExponentBits", 1, MAX_EXPONENT_BITS);
  if (tableBytes !== undefined) checkSize(tableBytes, "tableBytes", 1, MAX_TABLE_BYTES);
  return { maxExponentBits, tableBytes: Math.min(tableBytes ?? 0, MAX_TABLE_BYTES - 1) };
}
