/** The expected outcome of a call, by the rules of the documentation and by BigInt. */
import { gcd, mod, powReference } from "../shared/reference.js";

const MAX_BITS = 65_536;

/** A refused value. Some rules also fix the kind of the error. */
export class Refused {
  readonly kind: typeof TypeError | typeof RangeError | typeof Error;

  constructor(kind: typeof TypeError | typeof RangeError | typeof Error = Error) {
    this.kind = kind;
  }
}

/** The bits of |x|, from its text, or more than all limits. */
const bitsOf = (x: bigint) => {
  if (x >> 17_000_000n !== 0n && x >> 17_000_000n !== -1n) return Number.POSITIVE_INFINITY;
  return x === 0n ? 0 : (x < 0n ? -x : x).toString(2).length;
};

/** The integer of a value. */
export function int(value: unknown, limit = MAX_BITS): bigint {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) throw new Refused(TypeError);
  const x = BigInt(value as bigint);
  if (bitsOf(x) > limit) throw new Refused(RangeError);
  return x;
}

export function modulusOf(value: unknown, limit = MAX_BITS): bigint {
  const m = int(value, limit);
  if (m < 1n) throw new Refused(RangeError);
  return m;
}

/** The limit in options. */
export function limitOf(options: unknown): number {
  // options without maxBits set no limit
  const { maxBits } = (options ?? {}) as { maxBits?: unknown };
  const limit = maxBits === undefined ? MAX_BITS : maxBits;
  if (!Number.isInteger(limit) && limit !== Number.POSITIVE_INFINITY) throw new Refused(TypeError);
  if ((limit as number) < 1) throw new Refused(RangeError);
  return limit as number;
}

/** The limit of exponents for contexts, in bits. */
export const exponentLimit = (m: bigint, limit = MAX_BITS) => Math.floor(limit * Math.min(limit / bitsOf(m), 256));

export function ints(values: unknown, limit = MAX_BITS): bigint[] {
  if (!Array.isArray(values)) throw new Refused(TypeError);
  if (values.length > 1000) throw new Refused(TypeError);
  return Array.from(values, (value) => int(value, limit));
}

export function mustBeBytes(value: unknown): void {
  const tag = Object.prototype.toString.call(value);
  if (tag !== "[object Uint8Array]" || !ArrayBuffer.isView(value)) throw new Refused(TypeError);
}

export function bytesOf(value: unknown, limit = MAX_BITS): bigint {
  mustBeBytes(value);
  const bytes = value as Uint8Array;
  if (bytes.length > Math.ceil(limit / 8)) throw new Refused(RangeError);
  return BigInt(`0x0${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

export function pow(base: bigint, exponent: bigint, m: bigint): bigint {
  if (exponent >= 0n) return powReference(base, exponent, m);
  return powReference(inverse(base, m), -exponent, m);
}

export function inverse(a: bigint, m: bigint): bigint {
  if (gcd(mod(a, m), m) !== 1n) throw new Refused(RangeError);
  let [r, next, x, nextX] = [m, mod(a, m), 0n, 1n];
  while (next !== 0n) {
    const quotient = r / next;
    [r, next, x, nextX] = [next, r - quotient * next, nextX, x - quotient * nextX];
  }
  return mod(x, m);
}

/** The bytes of x, with the length of the modulus. */
export function toBytes(x: bigint, m: bigint): Uint8Array {
  const length = Math.ceil(bitsOf(m) / 8);
  const text = x.toString(16).padStart(2 * length, "0");
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export function sameLength(bases: readonly unknown[], exponents: readonly unknown[]): void {
  if (bases.length !== exponents.length) throw new Refused(RangeError);
}

/** Checks the size in options. */
export function size(value: unknown, most: number): void {
  if (!Number.isInteger(value)) throw new Refused(TypeError);
  if ((value as number) < 1 || (value as number) > most) throw new Refused(RangeError);
}
