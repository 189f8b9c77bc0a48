import type { Bytes } from "../limbs/bytes.js";
import type { Plan } from "./plan.js";

/** Arithmetic modulo one number m, on BigInt or in WebAssembly. Bases are in [0, m); exponents and counts are at least 0. */
export interface Arithmetic {
  /** base^exponent mod m; in WebAssembly constant time in the values. */
  pow(base: bigint, exponent: bigint): bigint;

  /** base^exponent mod m, in variable time. */
  powVartime(base: bigint, exponent: bigint): bigint;

  /** bases[i]^exponents[i] mod m; both lists have the same length. */
  powMany(bases: readonly bigint[], exponents: readonly bigint[]): bigint[];

  /**
   * The product of bases[i]^exponents[i] mod m; both lists have the same length. In WebAssembly constant time in the values,
   * unless `vartime`.
   */
  powProduct(bases: readonly bigint[], exponents: readonly bigint[], vartime?: boolean): bigint;

  /** base^exponents[i] mod m; in WebAssembly constant time in the values, unless `vartime`. */
  powEach(base: bigint, exponents: readonly bigint[], vartime?: boolean): bigint[];

  /** a^(2^count) mod m. */
  squareRepeated(a: bigint, count: bigint): bigint;

  /** a⁻¹ mod m, or undefined where a and m have a common factor. */
  inverse(a: bigint): bigint | undefined;

  /** numbers[i]⁻¹ mod m, or undefined where one of them and m have a common factor. */
  inverseMany(numbers: readonly bigint[]): bigint[] | undefined;

  /** The plan of `pow` for exponents of `exponentBits` bits; an upper bound for `powVartime` if they are not secret. */
  plan(exponentBits: number, secret: boolean): Plan;

  /** base^exponent mod m as `byteLength` bytes, all big-endian; base may be of any length. */
  powBytes(base: Uint8Array, exponent: Uint8Array, byteLength: number): Bytes;

  /** Frees the memory. No method is called after this. */
  free(): void;
}

/** Powers of one base by tables. Exponents are at least 0 and below the bound of the tables. */
export interface FixedPowers {
  /** Memory of the tables. */
  readonly bytes: number;

  /** base^exponent mod m; in WebAssembly constant time in the value. */
  pow(exponent: bigint): bigint;

  /** base^exponent mod m, in variable time. */
  powVartime(exponent: bigint): bigint;

  /** base^exponents[i] mod m. */
  powMany(exponents: readonly bigint[]): bigint[];

  /** The tables, in the format of the Rust library. */
  save(): Bytes;

  /** Frees the memory. */
  free(): void;
}

/** The product m of different odd primes, to a power. */
export interface Product {
  readonly primes: readonly bigint[];
  readonly m: bigint;
  readonly power: number;
  /** True if only the first `pow` tests the primes. `privateKeyOp` verifies with the public exponent instead. */
  readonly trusted: boolean;
}

/** Why a private operation has no result: d has no public exponent, or `random` no inverse; undefined if not verified. */
export type PrivateFailure = "exponent" | "random" | undefined;

/** Powers modulo a product of known primes. Bases are in [0, m); exponents are at least 0. Undefined if not verified. */
export interface CrtPowers {
  /** base^exponent mod m; in WebAssembly constant time in the values. */
  pow(base: bigint, exponent: bigint): bigint | undefined;

  /** c^d mod m for the inverse d of a public exponent e, verified with e; or the reason for no result. */
  privateKeyOp(c: bigint, d: bigint): bigint | PrivateFailure;

  /** `privateKeyOp`, computed on c·r^e for r = `random`, big-endian. */
  privateKeyOpBlinded(c: bigint, d: bigint, random: Uint8Array): bigint | PrivateFailure;

  /** Frees the memory. */
  free(): void;
}
