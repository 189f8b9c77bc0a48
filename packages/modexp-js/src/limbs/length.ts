/** The length of integers in bits, and its limits, which bound the time of a call. */
import { type ModexpError, rangeError } from "./errors.js";

/** From here on a number may exceed all floats. */
const LONG = 1n << 1024n;

/** The bytes of a float, which show its exponent. */
const float = new DataView(new ArrayBuffer(8));

/** The cuts of a long number: they leave less than `LONG` of it. */
const CUTS = [32_768, 16_384, 8192, 4096, 2048, 1024].map((bits) => {
  const by = BigInt(bits);
  return { bits, by, bound: 1n << by };
});

/** Bits of x ≥ 0. A float counts the top bits in 25 ns, and a cut takes 50; hexadecimal text takes 1 µs at 2048 bits. */
export function bitLength(x: bigint): number {
  if (x < LONG) return shortBitLength(x);
  if (!isShort(x)) return sizeOf(x);
  let top = x;
  let below = 0;
  for (const { bits, by, bound } of CUTS) {
    if (top < bound) continue;
    top >>= by;
    below += bits;
  }
  return below + shortBitLength(top);
}

/** Bits of 0 ≤ x < 2^1024. */
function shortBitLength(x: bigint): number {
  // a number above all floats gives Infinity, which looks like 2^1024
  const nearest = Number(x);
  float.setFloat64(0, nearest);
  const bits = (float.getUint16(0) >> 4) - 1022;
  const isPower = ((float.getUint32(0) << 12) | float.getUint32(4)) === 0;
  // erases x, which may be secret
  float.setFloat64(0, 0);
  // an x that was rounded up to a power of two looks one bit too long
  return Math.max(isPower && x < nearest ? bits - 1 : bits, 0);
}

/** Bits of the longest of these numbers ≥ 0; 0 for an empty list. */
export function longestOf(numbers: readonly bigint[]): number {
  let bits = 0;
  for (const x of numbers) bits = Math.max(bits, bitLength(x));
  return bits;
}

/** The default of `maxBits`. */
export const MAX_BITS = 65_536;
const [LOWER_BOUND, BOUND] = bounds();

/** ∓2^65536; undefined if the engine has no numbers of this length, like Hermes. */
function bounds(): readonly [bigint?, bigint?] {
  try {
    const bound = 1n << BigInt(MAX_BITS);
    return [-bound, bound];
  } catch {
    return [];
  }
}

/** Limits for the length of numbers. */
export interface Limits {
  /**
   * The most bits of base, exponent and modulus, 65,536 by default; `Infinity` for no limit. Longer ones are a RangeError at
   * once. An exponent for a `Modulus`, `CrtModulus` or pool may have maxBits²/bitLength bits, at most 256 times `maxBits`: it
   * takes no more time than the longest numbers.
   */
  readonly maxBits?: number;
}

/** The longest exponent for a short modulus, in multiples of `maxBits`. */
const MOST_TIMES = 256;

/** The most bits of an exponent for a modulus of `bits` bits, so that it takes no more time than the longest numbers. */
export function exponentLimit(maxBits: number, bits: number): number {
  return Math.floor(maxBits * Math.min(maxBits / bits, MOST_TIMES));
}

/** x, the argument `name`, if |x| has at most `limit` bits. Takes microseconds for any x. */
export function limited(x: bigint, name: string, limit: number, option?: string | null): bigint {
  if (limit >= MAX_BITS && isShort(x)) return x;
  const bits = sizeOf(x);
  if (bits > limit) throw tooLong(name, bits, limit, option);
  return x;
}

/** The error for an argument `name` of `bits` bits. `option` sets the limit; null if no option sets it. */
export function tooLong(name: string, bits: number, limit: number, option: string | null = "maxBits"): ModexpError {
  const larger = option === null ? "" : ` or a larger ${option}`;
  return rangeError(
    `${name} must have at most ${limit} bits, got ${bits}; pass a shorter one${larger}`,
    "MODEXP_TOO_LONG",
  );
}

/** Checks the length of `bytes`, leading zeros included. */
export function limitBytes(bytes: { readonly length: number }, name: string, limit: number): void {
  if (bytes.length > Math.ceil(limit / 8)) throw tooLong(name, 8 * bytes.length, limit);
}

/** Whether |x| < 2^65536. A comparison of numbers of different lengths reads only the lengths. */
function isShort(x: bigint): boolean {
  return BOUND === undefined || LOWER_BOUND === undefined || (x < BOUND && x > LOWER_BOUND);
}

/** Bits of |x|, or one more if x < 0 and |x| begins with 64 ones. Copies only a part of a long x. */
export function sizeOf(x: bigint): number {
  const nothing = x < 0n ? -1n : 0n;
  let top = x;
  let below = 0;
  while (!isShort(top)) {
    // the longest numbers of engines have 2^30 bits
    let shift = 2 ** 30;
    while (top >> BigInt(shift) === nothing) shift -= shift >> 8;
    shift -= 64;
    top >>= BigInt(shift);
    below += shift;
  }
  return below + bitLength(top < 0n ? -top : top);
}
