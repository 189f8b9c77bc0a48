/**
 * Numbers from bytes, mostly of boundary sizes, as in fuzz/src/input.rs: equal bytes give equal numbers. Any bytes are valid;
 * zeros follow their end.
 */
import type { Case } from "./cases.js";

/** Bits of the kernels' digits. */
const DIGITS = [13, 32, 50, 52, 61, 64, 28] as const;

/** base^exponent mod modulus, without the answer. */
export type Problem = Omit<Case, "power">;

const twoTo = (k: number): bigint => 1n << BigInt(k);
const bitLength = (x: bigint): number => (x === 0n ? 0 : x.toString(2).length);

export class Input {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  below(limit: number): number {
    return this.byte() % limit;
  }

  /** The next `count` bytes, fewer at the end. */
  take(count: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return bytes;
  }

  #bits(limit: number): number {
    const digit = DIGITS[this.below(8)];
    const count = this.byte();
    const bits =
      digit === undefined
        ? count + 1
        : digit * (1 + (Math.floor(count / 3) % Math.max(1, Math.floor(limit / digit)))) + (count % 3) - 1;
    return Math.min(Math.max(bits, 1), limit);
  }

  #digit(): number {
    return DIGITS[this.below(7)] as number;
  }

  /** A number below 2^limit. */
  number(limit: number): bigint {
    const kind = this.below(9);
    const bits = this.#bits(limit);
    return BigInt.asUintN(bits, this.#shaped(kind, bits));
  }

  #shaped(kind: number, bits: number): bigint {
    const ones = twoTo(bits) - 1n;
    switch (kind) {
      case 0:
        return BigInt(this.byte());
      case 1:
        return ones ^ BigInt(this.byte());
      case 2:
        return twoTo(bits - 1) | BigInt(this.byte());
      case 3:
        return alternating(bits, this.#digit());
      case 4:
        return ones ^ alternating(bits, this.#digit());
      case 5: {
        const digit = this.#digit();
        const at = digit * (this.byte() % (Math.floor(bits / digit) + 1));
        return ones ^ ((twoTo(digit) - 1n) << BigInt(at));
      }
      case 6:
        return this.#runs(bits);
      default:
        return this.take(Math.ceil(bits / 8)).reduceRight((x, byte) => (x << 8n) | BigInt(byte), 0n);
    }
  }

  #runs(bits: number): bigint {
    let x = 0n;
    for (let at = 0; at < bits; ) {
      const run = this.byte();
      const length = (run % 128) + 1;
      if (run >= 128) x |= (twoTo(length) - 1n) << BigInt(at);
      at += length;
    }
    return x;
  }

  /** A number of 1 to `limit` bits, mostly odd. */
  modulus(limit: number): bigint {
    const kind = this.below(8);
    const x = this.number(limit);
    const m = kind === 0 ? x : kind === 1 ? twoTo(bitLength(x)) : x | 1n;
    return m === 0n ? 1n : m;
  }

  /** A base for this modulus, possibly next to it. */
  base(m: bigint, limit: number): bigint {
    switch (this.below(8)) {
      case 0:
        return m - 1n;
      case 1: {
        const times = BigInt(this.byte());
        return m * times + BigInt(this.byte());
      }
      case 2:
        return (m >> 1n) + BigInt(this.below(3));
      default:
        return this.number(limit);
    }
  }

  /** Long moduli get short exponents. */
  problem(): Problem {
    const kind = this.below(8);
    const limit = this.below(8) === 0 ? 2100 : 700;
    // b^(bk) mod (b + 1) is 1 or b
    if (kind === 0) {
      const base = this.number(270);
      return { base, exponent: base * BigInt(this.below(4)), modulus: base + 1n };
    }
    const modulus = this.modulus(limit);
    // (m − 1)^e is 1 or m − 1
    if (kind === 1) return { base: modulus - 1n, exponent: this.number(140), modulus };
    const base = this.base(modulus, limit + 70);
    return { base, exponent: this.number(bitLength(modulus) > 700 ? 40 : 200), modulus };
  }
}

/** `bits` bits: a digit of ones, a digit of zeros, and so on from the bottom. */
function alternating(bits: number, digit: number): bigint {
  let x = 0n;
  for (let at = 0; at < bits; at += 2 * digit) x |= (twoTo(digit) - 1n) << BigInt(at);
  return BigInt.asUintN(bits, x);
}
