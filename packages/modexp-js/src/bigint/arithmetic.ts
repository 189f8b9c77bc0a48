/**
 * Arithmetic modulo one number on BigInt, for engines without WebAssembly and for small work that BigInt does faster.
 *
 * The loop goes from left to right with a window, and takes one `%` for each step. Montgomery's method and Barrett's
 * trade the division for two more products. Neither is always faster (1024-bit exponents, ms):
 *
 * | bits | Node 24: `%`, Montgomery | Node 26 | Deno 2.9 | Bun 1.4 |
 * |---|---|---|---|---|
 * | 1024 | 1.36, 1.51 | 1.08, 0.91 | 0.50, 0.82 | 0.46, 0.81 |
 * | 2048 | 4.30, 4.86 | 3.62, 2.75 | 1.70, 2.67 | 1.57, 2.59 |
 * | 3072 | 9.23, 9.73 | 7.80, 5.83 | 7.24, 5.60 | 8.18, 5.36 |
 * | 4096 | 13.99, 15.37 | 10.53, 9.21 | 10.07, 9.13 | |
 *
 * Newer engines keep the inverse of the last modulus up to 2048 bits, which is Barrett's method inside `%`. So odd moduli
 * above 2048 and up to 4096 bits take Montgomery's method, all others `%`.
 */

import type { Arithmetic } from "../arithmetic/arithmetic.js";
import type { Plan } from "../arithmetic/plan.js";
import { type Bytes, bytesToInt, intToBytes } from "../limbs/bytes.js";
import { modInverseOf } from "../limbs/inverse.js";

const MONTGOMERY_ABOVE = 1n << 2048n;
const MONTGOMERY_BELOW = 1n << 4096n;

/** Bits of a window. Up to `SHORT_BITS` bits of exponent its table of 31 powers costs more than it saves. */
const WINDOW = 5;
const SHORT_BITS = 96;
const SHORT = 1n << 96n;

/** Arithmetic modulo `m` ≥ 1 on BigInt. Arguments are in [0, m); exponents are at least 0. */
export class BigIntArithmetic implements Arithmetic {
  readonly #m: bigint;
  #montgomery: Montgomery | undefined;

  constructor(m: bigint) {
    this.#m = m;
  }

  pow(base: bigint, exponent: bigint): bigint {
    const m = this.#m;
    if (exponent < SHORT) return powShort(base, exponent, m);
    if (m > MONTGOMERY_ABOVE && m < MONTGOMERY_BELOW && m & 1n) {
      this.#montgomery ??= new Montgomery(m);
      const ring = this.#montgomery;
      return ring.leave(powWindow(ring.enter(base), exponent, (a, b) => ring.mul(a, b)));
    }
    return powWindow(base, exponent, (a, b) => (a * b) % m);
  }

  powVartime(base: bigint, exponent: bigint): bigint {
    return this.pow(base, exponent);
  }

  powMany(bases: readonly bigint[], exponents: readonly bigint[]): bigint[] {
    return bases.map((base, i) => this.pow(base, exponents[i] as bigint));
  }

  powProduct(bases: readonly bigint[], exponents: readonly bigint[]): bigint {
    const m = this.#m;
    return this.powMany(bases, exponents).reduce((product, power) => (product * power) % m, 1n % m);
  }

  powEach(base: bigint, exponents: readonly bigint[]): bigint[] {
    return exponents.map((exponent) => this.pow(base, exponent));
  }

  squareRepeated(a: bigint, count: bigint): bigint {
    const m = this.#m;
    let x = a;
    for (let i = 0n; i < count; i++) x = (x * x) % m;
    return x;
  }

  inverse(a: bigint): bigint | undefined {
    return modInverseOf(a, this.#m);
  }

  inverseMany(numbers: readonly bigint[]): bigint[] | undefined {
    // Montgomery's trick, one inverse and three products for each number: before[i] is the product of the first i
    const m = this.#m;
    const before = [1n % m];
    for (const [i, a] of numbers.entries()) before.push(((before[i] as bigint) * a) % m);
    let inverse = modInverseOf(before.at(-1) as bigint, m);
    if (inverse === undefined) return undefined;
    const inverses = new Array<bigint>(numbers.length);
    for (let i = numbers.length - 1; i >= 0; i--) {
      inverses[i] = (inverse * (before[i] as bigint)) % m;
      inverse = (inverse * (numbers[i] as bigint)) % m;
    }
    return inverses;
  }

  plan(exponentBits: number): Plan {
    const method = "m-ary";
    if (exponentBits <= SHORT_BITS) {
      const products = Math.max(exponentBits - 1, 0);
      return { method, window: 1, squarings: products, multiplications: products };
    }
    const digits = Math.ceil(exponentBits / WINDOW);
    const table = (1 << WINDOW) - 2;
    return { method, window: WINDOW, squarings: (digits - 1) * WINDOW, multiplications: table + digits - 1 };
  }

  powBytes(base: Uint8Array, exponent: Uint8Array, byteLength: number): Bytes {
    return intToBytes(this.pow(bytesToInt(base) % this.#m, bytesToInt(exponent)), byteLength);
  }

  free(): void {}
}

/** Left to right over the bits, without a table. */
function powShort(base: bigint, exponent: bigint, m: bigint): bigint {
  if (exponent === 0n) return 1n % m;
  let acc = base;
  // the text of the exponent takes a fifth of the time of a cube modulo a small number
  if (exponent < 2 ** 30) {
    const e = Number(exponent);
    for (let bit = (2 ** 30) >> Math.clz32(e); bit > 0; bit >>= 1) {
      acc = (acc * acc) % m;
      if (e & bit) acc = (acc * base) % m;
    }
    return acc;
  }

  const bits = exponent.toString(2);
  for (let i = 1; i < bits.length; i++) {
    acc = (acc * acc) % m;
    if (bits.charCodeAt(i) === ONE) acc = (acc * base) % m;
  }
  return acc;
}

/** The digit 1 in text. */
const ONE = 0x31;

/** base^exponent for exponent ≥ 1, left to right with a window of five bits over a table of base^1 to base^31. */
export function powWindow(base: bigint, exponent: bigint, mul: (a: bigint, b: bigint) => bigint): bigint {
  const table = [base];
  while (table.length < (1 << WINDOW) - 1) table.push(mul(table.at(-1) as bigint, base));

  const digits = exponent.toString(1 << WINDOW);
  let acc = table[Number.parseInt(digits.charAt(0), 32) - 1] as bigint;
  for (let i = 1; i < digits.length; i++) {
    for (let j = 0; j < WINDOW; j++) acc = mul(acc, acc);
    const digit = Number.parseInt(digits.charAt(i), 32);
    if (digit !== 0) acc = mul(acc, table[digit - 1] as bigint);
  }
  return acc;
}

/** Montgomery form modulo an odd m, with R = 2^k ≥ 4m: elements below 2m stay below 2m without a subtraction. */
class Montgomery {
  readonly #m: bigint;
  readonly #k: number;
  readonly #shift: bigint;
  /** −m⁻¹ mod R */
  readonly #negativeInverse: bigint;

  constructor(m: bigint) {
    this.#m = m;
    this.#k = 4 * m.toString(16).length + 2;
    this.#shift = BigInt(this.#k);
    this.#negativeInverse = BigInt.asUintN(this.#k, -inverseModPowerOfTwo(m, this.#k));
  }

  enter(x: bigint): bigint {
    return (x << this.#shift) % this.#m;
  }

  leave(x: bigint): bigint {
    return this.#reduce(x) % this.#m;
  }

  mul(a: bigint, b: bigint): bigint {
    return this.#reduce(a * b);
  }

  /** t/R mod m, below 2m for t below 4m². */
  #reduce(t: bigint): bigint {
    const u = BigInt.asUintN(this.#k, BigInt.asUintN(this.#k, t) * this.#negativeInverse);
    return (t + u * this.#m) >> this.#shift;
  }
}

/** m⁻¹ mod 2^k for odd m: each step of Newton's iteration doubles the correct bits. */
function inverseModPowerOfTwo(m: bigint, k: number): bigint {
  let x = 1n;
  for (let bits = 1; bits < k; ) {
    bits *= 2;
    x = BigInt.asUintN(bits, x * (2n - BigInt.asUintN(bits, m * x)));
  }
  return BigInt.asUintN(k, x);
}
