import { type Limits, limited, MAX_BITS, sizeOf } from "./limit.js";

/** An integer: a bigint, or a number that is a safe integer. */
export type Int = bigint | number;

const SHOWN_DIGITS = 40;

/** The argument `name` as a bigint of at most `limit` bits, which `option` sets. */
export function toInt(value: Int, name: string, limit = MAX_BITS, option?: string): bigint {
  if (typeof value === "bigint") return limited(value, name, limit, option);
  if (Number.isSafeInteger(value)) return limited(BigInt(value), name, limit, option);
  throw new TypeError(`${name} must be a bigint or a safe integer, got ${show(value)}${remedy(value)}`);
}

/** The argument `name` as a bigint that is at least 0. */
export function toCount(value: Int, name: string, limit?: number): bigint {
  const count = toInt(value, name, limit);
  if (count < 0n) throw new RangeError(`${name} must be at least 0, got ${show(count)}`);
  return count;
}

/** The argument `modulus` as a bigint that is at least 1. */
export function toModulus(value: Int, limit: number): bigint {
  const m = toInt(value, "modulus", limit);
  if (m < 1n) throw new RangeError(`modulus must be at least 1, got ${show(m)}`);
  return m;
}

/** The argument `name` as a list of bigints of at most `limit` bits. */
export function toInts(values: readonly Int[], name: string, limit: number, option?: string): bigint[] {
  if (!Array.isArray(values)) {
    throw new TypeError(`${name} must be an array of bigints or safe integers, got ${show(values)}`);
  }
  return Array.from(values, (value: Int, i) => toInt(value, `${name}[${i}]`, limit, option));
}

/** Checks that two lists that belong together have the same length. */
export function checkSameLength(bases: readonly unknown[], exponents: readonly unknown[]): void {
  if (bases.length !== exponents.length) {
    throw new RangeError(
      `bases and exponents must have the same length, got ${bases.length} bases and ${exponents.length} exponents`,
    );
  }
}

/** The argument `name`, which is a Uint8Array of this realm or another one, as a plain one on the same bytes. */
export function toBytes(value: Uint8Array, name: string): Uint8Array {
  const wanted = `${name} must be a Uint8Array, got `;
  if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== "[object Uint8Array]") {
    throw new TypeError(wanted + show(value));
  }
  try {
    // throws if the buffer was transferred, or shrunk to less than the view: both look like no bytes at all
    if (value.length === 0) value.fill(0);
  } catch (cause) {
    throw new TypeError(`${wanted}one whose buffer is gone`, { cause });
  }
  return new Uint8Array(value.buffer, value.byteOffset, value.length);
}

/** Checks that the option or argument `name` is a number without a fraction, from `least` to `most`. */
export function checkSize(value: number, name: string, least: number, most: number): void {
  if (!Number.isInteger(value)) throw new TypeError(`${name} must be an integer of type number, got ${show(value)}`);
  if (value < least || value > most) throw new RangeError(`${name} must be from ${least} to ${most}, got ${value}`);
}

/** The limit that the options of a call set, or else `maxBits`. */
export function limitOf(options: Limits | undefined, maxBits: number): number {
  if (options === undefined) return maxBits;
  checkOptions(options, "{ maxBits: 4096 }");
  const limit = options.maxBits ?? maxBits;
  if (limit !== Number.POSITIVE_INFINITY) checkSize(limit, "maxBits", 1, Number.POSITIVE_INFINITY);
  return limit;
}

/** Checks that options are an object, such as `example`. */
export function checkOptions(options: unknown, example: string): void {
  if (typeof options === "object" && options !== null) return;
  throw new TypeError(`options must be an object, as ${example}, got ${show(options)}`);
}

/** A value as an error message shows it: long numbers are cut. */
export function show(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > SHOWN_DIGITS ? `${value.slice(0, SHOWN_DIGITS)}…` : value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return `an object (${value.constructor?.name ?? "no class"})`;
  if (typeof value === "function") return "a function";
  const text = typeof value === "bigint" && sizeOf(value) > MAX_BITS ? `${sizeOf(value)} bits` : String(value);
  return text.length > SHOWN_DIGITS ? `${text.slice(0, SHOWN_DIGITS)}… (${text.length} characters)` : text;
}

function remedy(value: unknown): string {
  if (typeof value === "number" && Number.isInteger(value)) return "; above 2^53 − 1 pass a bigint, like 2n ** 53n";
  if (typeof value === "string") return "; convert it with BigInt(…) first";
  return "";
}
