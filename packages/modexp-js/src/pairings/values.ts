/** Values of pairings, their group, and tables of powers. */
import { Disposable } from "../api/memory.js";
import { checkSize, type Int, ownOptions, show, toBytes, toInt, toList } from "../api/validate.js";
import { toScalar, toScalars } from "../curves/scalars.js";
import { bytesToInt, intToBytes } from "../limbs/bytes.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { Refusal } from "../wasm/instance.js";
import type { WasmPairing, WasmPowers } from "../wasm/pairings.js";

const MAX_TABLE_BYTES = 2 ** 26;

/** The owner of values: one pairing on one instance. */
export interface Home {
  readonly order: bigint;
  /** Bytes of a coefficient of a value. */
  readonly byteLength: number;
  /** @throws Error after it was disposed of. */
  pairing(): WasmPairing;
}

/** A value of a pairing, immutable. The group is written multiplicatively. */
export class GtElement {
  readonly #home: Home;
  readonly #bytes: Uint8Array;

  /** @internal */
  constructor(home: Home, bytes: Uint8Array) {
    this.#home = home;
    this.#bytes = bytes;
  }

  /**
   * Whether both values are equal; constant time.
   *
   * @throws TypeError if `other` is no value of this pairing.
   */
  equals(other: GtElement): boolean {
    const theirs = bytesOf(this.#home, other, "other");
    return this.#bytes.reduce((differ, byte, i) => differ | (byte ^ (theirs[i] ?? 0)), 0) === 0;
  }

  /**
   * The product of both.
   *
   * @throws TypeError if `other` is no value of this pairing.
   */
  multiply(other: GtElement): GtElement {
    const theirs = bytesOf(this.#home, other, "other");
    return new GtElement(this.#home, this.#home.pairing().multiply(this.#bytes, theirs));
  }

  /** The inverse of the value. */
  inverse(): GtElement {
    return new GtElement(this.#home, this.#home.pairing().inverse(this.#bytes));
  }

  /** Whether it is 1. */
  isOne(): boolean {
    return this.#bytes.reduce((differ, byte, i) => differ | (byte ^ (i === this.#bytes.length - 1 ? 1 : 0)), 0) === 0;
  }

  /** Its coefficients as big-endian bytes, the highest first, in the order of the tower. */
  toBytes(): Uint8Array {
    return this.#bytes.slice();
  }

  /**
   * Its coefficients over GF(p), the lowest first, in the order of the tower: with k = 12 those of 1, u, v, u·v, v², u·v², then of these
   * times w, as `vk_alphabeta_12` of snarkjs has them.
   */
  toCoefficients(): bigint[] {
    const { byteLength } = this.#home;
    const coefficient = (at: number) => bytesToInt(this.#bytes.subarray(at, at + byteLength));
    return Array.from({ length: this.#bytes.length / byteLength }, (_, i) => coefficient(i * byteLength)).reverse();
  }

  /** @internal The bytes, if it is a value of this home. */
  static bytesOf(home: Home, value: GtElement): Uint8Array | undefined {
    return typeof value === "object" && value !== null && #home in value && value.#home === home
      ? value.#bytes
      : undefined;
  }
}

function bytesOf(home: Home, value: GtElement, name: string): Uint8Array {
  const bytes = GtElement.bytesOf(home, value);
  if (bytes === undefined) throw typeError(`${name} must be a value of this pairing, got ${show(value)}`);
  return bytes;
}

/** Options of `Gt.fixedBase`. */
export interface GtFixedBaseOptions {
  /** Memory for the tables in bytes, at most 64 MiB; 128 KiB by default. */
  readonly tableBytes?: number;
}

/** The group of a pairing's values. */
export class Gt {
  readonly #home: Home;
  #one: GtElement | undefined;

  /** @internal */
  constructor(home: Home) {
    this.#home = home;
  }

  /** 1. */
  get one(): GtElement {
    // not earlier, as this is a final exponentiation
    this.#one ??= new GtElement(this.#home, this.#home.pairing().product([]));
    return this.#one;
  }

  /**
   * x^k; k counts modulo the order. Constant time.
   *
   * @throws TypeError if x is no value of this pairing, or k neither a bigint nor a safe integer.
   * @example
   * const e = new Pairing("BLS12-381");
   * const value = e.pair(e.g1.g, e.g2.g);
   * e.gt.pow(value, 2n).equals(value.multiply(value)); // true
   */
  pow(x: GtElement, k: Int): GtElement {
    return this.#pow(x, toScalar(k, "k"), "x", false);
  }

  /**
   * x^k in variable time, for public values.
   *
   * @throws TypeError as `pow`.
   */
  powVartime(x: GtElement, k: Int): GtElement {
    return this.#pow(x, toScalar(k, "k"), "x", true);
  }

  /**
   * xs[i]^ks[i] for every i; constant time.
   *
   * @throws TypeError as `pow`; RangeError unless each value has one exponent.
   */
  powMany(xs: readonly GtElement[], ks: readonly Int[]): GtElement[] {
    const values = toList(xs, "xs", "an array of values", (x, name) => bytesOf(this.#home, x, name));
    const { scalars, words } = toScalars(ks, this.#home.order);
    if (scalars.length !== values.length) {
      throw rangeError(
        `xs and ks must have the same length, got ${values.length} values and ${scalars.length} exponents`,
        "MODEXP_LENGTHS",
      );
    }
    const pairing = this.#home.pairing();
    return scalars.map((k, i) => {
      const power = pairing.pow(values[i] as Uint8Array, k, words, false);
      return new GtElement(this.#home, power);
    });
  }

  /**
   * Prepares x for many exponents, in `tableBytes` bytes, or in more if the smallest tables need more.
   *
   * @throws TypeError if x is no value of this pairing; RangeError if `tableBytes` is not from 1 to 2^26.
   */
  fixedBase(x: GtElement, options?: GtFixedBaseOptions): GtFixedBase {
    const { tableBytes } = ownOptions(options, ["tableBytes"], "{ tableBytes: 131072 }");
    if (tableBytes !== undefined) checkSize(tableBytes, "tableBytes", 1, MAX_TABLE_BYTES);
    const bytes = bytesOf(this.#home, x, "x");
    return new GtFixedBase(this.#home, this.#home.pairing().fixedBase(bytes, tableBytes ?? 0));
  }

  /**
   * Reads the value that `toBytes` wrote. Checks that it is a value, at the cost of about a power.
   *
   * @throws TypeError if `bytes` is no Uint8Array; RangeError if they are not the bytes of a value (code `MODEXP_POINT`).
   */
  fromBytes(bytes: Uint8Array): GtElement {
    return this.#check(toBytes(bytes, "bytes"), "bytes must be what toBytes of a value of this pairing gave");
  }

  /**
   * The value of coefficients in the order of `toCoefficients`. Checks that it is a value, as `fromBytes`.
   *
   * @throws TypeError if `coefficients` is no list of bigints or safe integers; RangeError if they are not those of a value (code
   * `MODEXP_POINT`).
   * @example
   * const { gt } = new Pairing("alt_bn128");
   * gt.fromCoefficients(gt.one.toCoefficients()).isOne(); // true
   */
  fromCoefficients(coefficients: readonly Int[]): GtElement {
    const wrong = "coefficients must be what toCoefficients of a value of this pairing gave";
    const { byteLength } = this.#home;
    const limit = 1n << BigInt(8 * byteLength);
    const read = toList(coefficients, "coefficients", "an array of bigints or safe integers", (value, name) => {
      const x = toInt(value, name);
      if (x < 0n || x >= limit) throw rangeError(wrong, "MODEXP_POINT");
      return x;
    });
    const bytes = new Uint8Array(read.length * byteLength);
    for (const [i, x] of read.reverse().entries()) bytes.set(intToBytes(x, byteLength), i * byteLength);
    return this.#check(bytes, wrong);
  }

  #check(bytes: Uint8Array, wrong: string): GtElement {
    try {
      return new GtElement(this.#home, this.#home.pairing().check(bytes));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw rangeError(wrong, "MODEXP_POINT");
    }
  }

  #pow(x: GtElement, k: bigint, name: string, vartime: boolean): GtElement {
    const bytes = bytesOf(this.#home, x, name);
    const { scalars, words } = toScalars([k], this.#home.order);
    return new GtElement(this.#home, this.#home.pairing().pow(bytes, scalars[0] ?? 0n, words, vartime));
  }
}

/** A value with tables of its powers, from `Gt.fixedBase`. */
export class GtFixedBase extends Disposable<WasmPowers> {
  readonly #home: Home;

  /** @internal */
  constructor(home: Home, powers: WasmPowers) {
    super("GtFixedBase", powers);
    this.own(powers);
    this.#home = home;
  }

  /** Memory of the tables in bytes. */
  get tableBytes(): number {
    return this.live.bytes;
  }

  /**
   * x^k for the value x; constant time.
   *
   * @throws TypeError if k is neither a bigint nor a safe integer.
   */
  pow(k: Int): GtElement {
    const { scalars, words } = toScalars([toScalar(k, "k")], this.#home.order);
    return new GtElement(this.#home, this.live.pow(scalars[0] ?? 0n, words));
  }
}
