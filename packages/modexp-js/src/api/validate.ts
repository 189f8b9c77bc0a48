import { areGone, TypedArray } from "../limbs/bytes.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { type Limits, limited, MAX_BITS, sizeOf } from "../limbs/length.js";

/** An integer: a bigint, or a number that is a safe integer. */
export type Int = bigint | number;

const SHOWN_DIGITS = 40;

/**
 * The argument `name` as a bigint of at most `limit` bits. `option`, by default `maxBits`, sets this limit. Without `limit` it has at
 * most 65,536 bits, and no option changes that.
 */
export function toInt(
  value: Int,
  name: string,
  limit?: number,
  option: string | null | undefined = limit === undefined ? null : undefined,
): bigint {
  if (typeof value === "bigint") return limited(value, name, limit ?? MAX_BITS, option);
  if (Number.isSafeInteger(value)) return limited(BigInt(value), name, limit ?? MAX_BITS, option);
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
  return toList(values, name, "an array of bigints or safe integers", (value, item) =>
    toInt(value, item, limit, option),
  );
}

/** Indices of an array are below 2^32 − 1. */
const MOST_ITEMS = 2 ** 32 - 1;

/**
 * The results of `read` for the items of the argument `name`, an array that `wanted` describes. Reads the length once and then each
 * item once, because the list may change while it is read.
 */
export function toList<T, U>(
  values: readonly T[],
  name: string,
  wanted: string,
  read: (value: T, name: string, i: number) => U,
): U[] {
  const wrong = () => typeError(`${name} must be ${wanted}, got ${show(values)}`);
  if (!isArray(values)) throw wrong();
  return reading(values, wrong, () => {
    const items: U[] = [];
    const { length } = values;
    // a proxy may return anything
    if (!Number.isInteger(length) || length < 0 || length > MOST_ITEMS) throw wrong();
    // by index: a caller may have replaced the iterator of the array
    for (let i = 0; i < length; i++) items.push(read(values[i] as T, `${name}[${i}]`, i));
    return items;
  });
}

/**
 * The result of `read`, which reads `value`, an object of the caller. Errors of its getters are passed on. A revoked proxy gives the
 * error `wrong`.
 */
export function reading<T>(value: unknown, wrong: () => Error, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isRevoked(value) ? wrong() : error;
  }
}

/** Whether it is an array of any realm, or a proxy of an array. Runs no code of the caller. */
export function isArray(value: unknown): value is readonly unknown[] {
  return !isRevoked(value) && Array.isArray(value);
}

/** Whether it is a revoked proxy: `Array.isArray` throws for one. */
export function isRevoked(value: unknown): boolean {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true;
  }
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

/**
 * The argument `name`, a Uint8Array of any realm, as a plain one on the same bytes. The package reads all bytes through this. It reads
 * no own properties of the array, so it runs no code of the caller, which could transfer the bytes of an earlier argument.
 */
export function toBytes(value: Uint8Array, name: string): Uint8Array {
  const property = (key: string | symbol) => Reflect.get(TypedArray, key, value);
  if (!ArrayBuffer.isView(value) || property(Symbol.toStringTag) !== "Uint8Array") {
    throw typeError(`${name} must be a Uint8Array, got ${show(value)}`);
  }
  const length: number = property("length");
  if (length === 0 && areGone(value)) {
    throw typeError(
      `${name} must be a Uint8Array, got one whose buffer is gone or has shrunk; pass new Uint8Array(0) for no bytes`,
    );
  }
  return new Uint8Array(property("buffer"), property("byteOffset"), length);
}

/** Whether it is a function, and not a revoked proxy of one. */
export function isFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === "function" && !isRevoked(value);
}

/** Checks that the option or argument `name` is an integer of type number, from `least` to `most`. */
export function checkSize(value: unknown, name: string, least: number, most: number): asserts value is number {
  if (typeof value !== "number" || !Number.isInteger(value))
    throw typeError(`${name} must be an integer of type number, got ${show(value)}`);
  if (value < least || value > most) throw rangeError(`${name} must be from ${least} to ${most}, got ${value}`);
}

/** The limit in the options of a call, by default `maxBits`. */
export function limitOf(options: Limits | undefined, maxBits: number): number {
  // calls without options take a microsecond: nothing is allocated for them
  if (options === undefined) return maxBits;
  const { maxBits: limit = maxBits } = ownOptions(options, ["maxBits"], "{ maxBits: 4096 }");
  if (limit !== Number.POSITIVE_INFINITY) checkSize(limit, "maxBits", 1, Number.POSITIVE_INFINITY);
  return limit;
}

/**
 * The options of these names, each read once. Only own properties count: a property that other code put on a prototype sets no option.
 *
 * @throws TypeError unless the options are undefined, or an object like `example`.
 */
export function ownOptions<T extends object, K extends keyof T>(
  options: T | undefined,
  names: readonly K[],
  example: string,
): { readonly [N in K]?: T[N] | undefined } {
  const own: { [N in K]?: T[N] } = Object.create(null);
  if (options === undefined) return own;
  const wrong = () => typeError(`options must be an object, as ${example}, got ${show(options)}`);
  if (typeof options !== "object" || options === null) throw wrong();
  return reading(options, wrong, () => {
    for (const name of names) if (Object.hasOwn(options, name)) own[name] = options[name];
    return own;
  });
}

/** A value as an error message shows it: long numbers and texts are cut. Throws nothing for any value. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return `an object (${classOf(value) || "no class"})`;
  if (typeof value === "function") return "a function";
  const text = typeof value === "bigint" && sizeOf(value) > MAX_BITS ? `${sizeOf(value)} bits` : String(value);
  return text.length > SHOWN_DIGITS ? `${text.slice(0, SHOWN_DIGITS)}… (${text.length} characters)` : text;
}

function cut(text: string): string {
  return text.length > SHOWN_DIGITS ? `${text.slice(0, SHOWN_DIGITS)}…` : text;
}

/** The name of the class of an object; undefined if it has none, or if code of the caller gives no string. */
function classOf(value: object): string | undefined {
  try {
    const name: unknown = value.constructor?.name;
    return typeof name === "string" ? cut(name) : undefined;
  } catch {
    return undefined;
  }
}

function remedy(value: unknown): string {
  if (typeof value === "number" && Number.isInteger(value)) return "; above 2^53 − 1 pass a bigint, like 2n ** 53n";
  if (typeof value === "string") {
    const prefix = /^(?!\d+$)[\da-f]+$/i.test(value) ? "0x" : "";
    return /^(0x)?[\da-f]+$/i.test(value)
      ? `; pass BigInt(${show(prefix + value)})`
      : "; convert it with BigInt(…) first";
  }
  const isBytes = ArrayBuffer.isView(value);
  return isBytes ? "; use the call for bytes, as powBytes or multiplyBytes, or convert them with fromBytes" : "";
}
