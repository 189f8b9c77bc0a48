/** Tables of one base, and powers modulo a product of primes, on BigInt. */
import type { CrtPowers, FixedPowers, PrivateFailure, Product } from "../arithmetic/arithmetic.js";
import { type Saved, writeSaved } from "../arithmetic/saved-tables.js";
import { type Bytes, bytesToInt } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";
import { modInverseOf } from "../limbs/inverse.js";
import { bitLength } from "../limbs/length.js";
import { BigIntArithmetic } from "./arithmetic.js";
import { isOddPrime, isStrongToBase2 } from "./prime.js";

/** Bytes of tables for each bit of the modulus by default, as in WebAssembly: 1 MiB at 2048 bits. */
const DEFAULT_BYTES_PER_BIT = 512;
/** The most bytes of tables, for any option: an engine with a full heap ends the process instead of throwing. */
const MOST_BYTES = 2 ** 27;
const WIDEST_WINDOW = 8;

/** base^exponent as a product of one table entry for each digit of the exponent: no squarings. */
export class BigIntFixedPowers implements FixedPowers {
  readonly bytes: number;
  readonly #m: bigint;
  readonly #base: bigint;
  readonly #bits: number;
  readonly #window: number;
  /** #tables[i][d] = base^(d·2^(window·i)); undefined if not even windows of one bit fit */
  readonly #tables: readonly (readonly bigint[])[] | undefined;

  constructor({ modulus: m, base, maxExponentBits: bits }: Saved, bytes: number) {
    const element = 8 * Math.ceil(bitLength(m) / 64);
    const entries = Math.min(bytes || DEFAULT_BYTES_PER_BIT * bitLength(m), MOST_BYTES) / element;
    const fits = (window: number) => Math.ceil(bits / window) * 2 ** window <= entries;
    this.#m = m;
    this.#base = base;
    this.#bits = bits;
    this.#window = 1;
    while (this.#window < WIDEST_WINDOW && fits(this.#window + 1)) this.#window++;
    this.#tables = fits(this.#window) ? this.#makeTables() : undefined;
    this.bytes = element * (this.#tables?.reduce((sum, table) => sum + table.length, 0) ?? 2);
  }

  pow(exponent: bigint): bigint {
    if (this.#tables === undefined) return new BigIntArithmetic(this.#m).pow(this.#base, exponent);
    const binary = exponent.toString(2);
    let acc = 1n % this.#m;
    for (const [i, table] of this.#tables.entries()) {
      const end = binary.length - i * this.#window;
      if (end <= 0) break;
      const digit = Number.parseInt(binary.slice(Math.max(end - this.#window, 0), end), 2);
      if (digit !== 0) acc = (acc * (table[digit] as bigint)) % this.#m;
    }
    return acc;
  }

  powVartime(exponent: bigint): bigint {
    return this.pow(exponent);
  }

  powMany(exponents: readonly bigint[]): bigint[] {
    return exponents.map((exponent) => this.pow(exponent));
  }

  save(): Bytes {
    return writeSaved({ modulus: this.#m, base: this.#base, maxExponentBits: this.#bits });
  }

  free(): void {}

  #makeTables(): bigint[][] {
    const m = this.#m;
    let power = this.#base;
    return Array.from({ length: Math.ceil(this.#bits / this.#window) }, () => {
      const table = [1n % m];
      while (table.length < 1 << this.#window) table.push(((table.at(-1) as bigint) * power) % m);
      power = ((table.at(-1) as bigint) * power) % m;
      return table;
    });
  }
}

/**
 * Primes for the check of `pow`. The second serves if the first is a factor of the product, and 4 if both are factors: no odd prime
 * divides 4, and odd numbers have the order 1 or 2 modulo 4.
 */
const CHECK_PRIMES = [(1n << 64n) - 59n, (1n << 64n) - 83n];

/** The most bits of a public exponent (FIPS 186-4). */
const EXPONENT_BITS = 256n;

/**
 * Powers modulo each prime, combined. A wrong part would let anyone factor the product. So `pow` computes modulo p·r for a check
 * number r, and all parts must agree modulo r (Shamir, 1997). Results of private operations are encrypted again.
 */
export class BigIntCrtPowers implements CrtPowers {
  readonly #product: Product;
  readonly #r: bigint;
  /** p^k for each prime p, and the orders of their groups, p^k − p^(k − 1). */
  readonly #moduli: readonly bigint[];
  readonly #orders: readonly bigint[];
  /** Whether the primes were tested. Trusted primes are tested before the first result of `pow`. */
  #tested: boolean;

  /** @throws RangeError unless these are different odd primes, as far as tested. */
  constructor(product: Product) {
    const { primes, power, trusted } = product;
    const odd = primes.every((p) => p > 1n && p % 2n !== 0n);
    if (new Set(primes).size < primes.length || !odd || (!trusted && !primes.every(isOddPrime))) {
      throw rangeError("primes must be two or more different odd primes", "MODEXP_PRIMES");
    }
    this.#product = product;
    this.#moduli = primes.map((p) => {
      let m = p;
      for (let i = 1; i < power; i++) m *= p;
      return m;
    });
    this.#orders = this.#moduli.map((m, i) => m - m / (primes[i] as bigint));
    this.#r = CHECK_PRIMES.find((r) => !primes.includes(r)) ?? 4n;
    this.#tested = !trusted;
  }

  pow(base: bigint, exponent: bigint): bigint | undefined {
    const r = this.#r;
    this.#tested ||= this.#product.primes.every(isStrongToBase2);
    if (!this.#tested) return undefined;
    const parts = this.#parts(base, exponent, r);
    const [first = 0n] = parts;
    if (parts.some((part) => part % r !== first % r)) return undefined;
    const x = this.#combine(parts);
    const holds = this.#moduli.every((m, i) => x % m === (parts[i] as bigint) % m);
    return holds && this.#moduli.reduce((product, m) => product * m) === this.#product.m ? x : undefined;
  }

  privateKeyOp(c: bigint, d: bigint): bigint | PrivateFailure {
    const e = this.#publicExponent(d);
    return e === undefined ? "exponent" : this.#encrypted(this.#plainPow(c, d), e, c);
  }

  privateKeyOpBlinded(c: bigint, d: bigint, random: Uint8Array): bigint | PrivateFailure {
    const { m } = this.#product;
    const e = this.#publicExponent(d);
    if (e === undefined) return "exponent";
    const r = bytesToInt(random) % m;
    const unblind = modInverseOf(r, m);
    if (unblind === undefined) return "random";
    const blinded = (c * new BigIntArithmetic(m).pow(r, e)) % m;
    return this.#encrypted((this.#plainPow(blinded, d) * unblind) % m, e, c);
  }

  free(): void {}

  /** base^exponent modulo p^k·r for each prime p; r is 1 or a number for the check. */
  #parts(base: bigint, exponent: bigint, r: bigint): bigint[] {
    return this.#moduli.map((m, i) => {
      // a long exponent counts modulo the order; one order stays in it, so that multiples of p become 0
      const order = (this.#orders[i] as bigint) * (r > 1n ? r - 1n : 1n);
      const reduced = exponent < order ? exponent : (exponent % order) + order;
      return new BigIntArithmetic(m * r).pow(base % (m * r), reduced);
    });
  }

  /** The number below m with these residues (Garner, 1959): x ← x + before·((part − x)/before mod m). */
  #combine(parts: readonly bigint[]): bigint {
    let x = 0n;
    let before = 1n;
    for (const [i, m] of this.#moduli.entries()) {
      const difference = ((((parts[i] as bigint) - x) % m) + m) % m;
      x += before * ((difference * (modInverseOf(before % m, m) ?? 0n)) % m);
      before *= m;
    }
    return x;
  }

  #plainPow(base: bigint, exponent: bigint): bigint {
    return this.#combine(this.#parts(base, exponent, 1n));
  }

  /** x if x^e = c mod m; else undefined. */
  #encrypted(x: bigint, e: bigint, c: bigint): bigint | undefined {
    const { m } = this.#product;
    return x < m && new BigIntArithmetic(m).pow(x, e) === c ? x : undefined;
  }

  /** The e below 2^256 with d·e = 1 modulo the order of the group of each p^k. It is the inverse of d modulo the longest order. */
  #publicExponent(d: bigint): bigint | undefined {
    const longest = this.#orders.reduce((longest, order) => (bitLength(order) < bitLength(longest) ? longest : order));
    const e = modInverseOf(d % longest, longest);
    if (e === undefined || e >> EXPONENT_BITS) return undefined;
    return this.#orders.every((order) => (d * e) % order === 1n) ? e : undefined;
  }
}
