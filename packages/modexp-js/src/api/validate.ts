import { rangeError, typeError } from "../limbs/errors.js";
import { type Limits, limited, MAX_BITS, sizeOf } from "../limbs/limit.js";

/** An integer: a bigint, or a number that is a safe integer. */
export type Int = bigint | number;

const SHOWN_DIGITS = 40;

/** The argument `name` as a bigint of at most `limit` bits, which `option` sets. */
export function toInt(value: Int, name: string, limit = MAX_BITS, option?: string): bigint {
  if (typeof value === "bigint") return limited(value, name, limit, option);
  if (Number.isSafeInteger(value)) return limited(BigInt(value), name, limit, option);
  throw typeError(`${name} must be a bigint or a safe integer, got ${show(value)}${remedy(value)}`);
}

/** The argument `name` as a bigint that is at least 0. */
export function toCount(value: Int, name: string, limit?: number): bigint {
  const count = toInt(value, name, limit);
  if (count < 0n) throw rangeError(`${name} must be at least 0, got ${show(count)}`);
  return count;
}

/** The argument `modulus` as a bigint that is at least 1. */
export function toModulus(value: Int, limit: number): bigint {
  const m = toInt(value, "modulus", limit);
  if (m < 1n) throw rangeError(`modulus must be at least 1, got ${show(m)}`);
  return m;
}

/** The argument `name` as a list of bigints of at most `limit` bits. */
export function toInts(values: readonly Int[], name: string, limit: number, option?: string): bigint[] {
  if (!Array.isArray(values)) {
    throw typeError(`${name} must be an array of bigints or safe integers, got ${show(values)}`);
  }
  return Array.from(values, (value: Int, i) => toInt(value, `${name}[${i}]`, limit, option));
}

/** Checks that two lists that belong together have the same length. */
export function checkSameLength(bases: readonly unknown[], exponents: readonly unknown[]): void {
  if (bases.length !== exponents.length) {
    throw rangeError(
      `bases and exponents must have the same length, got ${bases.length} bases and ${exponents.length} exponents`,
      "MODEXP_LENGTHS",
    );
  }
}

/** What all typed arrays inherit. */
const TypedArray: object = Object.getPrototypeOf(Uint8Array.prototype);

/**
 * The argument `name`, which is a Uint8Array of this realm or another one, as a plain one on the same bytes. Runs no code of
 * the caller, which could take the bytes of an earlier argument away: own properties of the array are not read.
 */
export function toBytes(value: Uint8Array, name: string): Uint8Array {
  const wanted = `${name} must be a Uint8Array, got `;
  const property = (key: string | symbol) => Reflect.get(TypedArray, key, value);
  if (!ArrayBuffer.isView(value) || property(Symbol.toStringTag) !== "Uint8Array") {
    throw typeError(wanted + show(value));
  }
  const length: number = property("length");
  try {
    // throws if the buffer was transferred, or shrunk to less than the view: both look like no bytes at all
    if (length === 0) Uint8Array.prototype.fill.call(value, 0);
  } catch (cause) {
    throw typeError(`${wanted}one whose buffer is gone`, { cause });
  }
  return new Uint8Array(property("buffer"), property("byteOffset"), length);
}

/** The argument `name` as bytes of a number, which may be none only if there never were any. */
export function toNumberBytes(value: Uint8Array, name: string): Uint8Array {
  const bytes = toBytes(value, name);
  // a view without a length of its own has none either once its buffer has shrunk to where it begins
  const buffer: ArrayBufferLike & { readonly resizable?: boolean } = bytes.buffer;
  if (bytes.length === 0 && buffer.resizable && bytes.byteOffset === buffer.byteLength) {
    throw typeError(`${name} must be a Uint8Array, got one whose buffer has shrunk; pass new Uint8Array(0) for 0`);
  }
  return bytes;
}

/** Checks that the option or argument `name` is a number without a fraction, from `least` to `most`. */
export function checkSize(value: unknown, name: string, least: number, most: number): asserts value is number {
  if (typeof value !== "number" || !Number.isInteger(value))
    throw typeError(`${name} must be an integer of type number, got ${show(value)}`);
  if (value < least || value > most) throw rangeError(`${name} must be from ${least} to ${most}, got ${value}`);
}

/** The limit that the options of a call set, or else `maxBits`. */
export function limitOf(options: Limits | undefined, maxBits: number): number {
  // nothing is allocated for the calls without options, which take a microsecond
  if (options === undefined) return maxBits;
  const limit = ownOptions(options, ["maxBits"], "{ maxBits: 4096 }").maxBits ?? maxBits;
  if (limit !== Number.POSITIVE_INFINITY) checkSize(limit, "maxBits", 1, Number.POSITIVE_INFINITY);
  return limit;
}

/**
 * The options of these names, each read once, and only where the object itself has it: what other code has put on a
 * prototype sets nothing.
 *
 * @throws TypeError unless the options are undefined, or an object such as `example`.
 */
export function ownOptions<T extends object, K extends keyof T>(
  options: T | undefined,
  names: readonly K[],
  example: string,
): { readonly [N in K]?: T[N] | undefined } {
  const own: { [N in K]?: T[N] } = Object.create(null);
  if (options === undefined) return own;
  if (typeof options !== "object" || options === null) {
    throw typeError(`options must be an object, as ${example}, got ${show(options)}`);
  }
  for (const name of names) if (Object.hasOwn(options, name)) own[name] = options[name];
  return own;
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
