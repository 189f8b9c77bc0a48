/** Converts between JSBI values and bigints by hexadecimal text, which both read and write in linear time. */
import JSBIClass from "jsbi";
import { isArray, show, toList } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { tooLong } from "../limbs/length.js";

/**
 * A value of the package `jsbi`. Arguments may come from any copy of it; results come from the copy of this package.
 */
export type JSBI = import("jsbi").default;

/** An integer: a JSBI value, or a number that is a safe integer. */
export type Int = JSBI | number;

/** The argument `name` as a bigint. A value of more than `limit` bits is refused before the conversion. */
export function fromInt(value: Int, name: string, limit: number, option?: string): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  const wanted = `${name} must be a JSBI value or a safe integer, got `;
  if (!isJsbi(value)) {
    const remedy = typeof value === "bigint" ? "; convert it with JSBI.BigInt(String(…))" : "";
    throw typeError(`${wanted}${show(value)}${remedy}`);
  }
  const bits = sizeOf(value);
  if (bits > limit) throw tooLong(name, bits, limit, option);
  const text = value.toString(16);
  if (!/^-?[0-9a-f]+$/.test(text)) throw typeError(`${wanted}an array whose digits are none of jsbi`);
  return text.startsWith("-") ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

/** The argument `name` as a list of bigints. */
export function fromInts(values: readonly Int[], name: string, limit: number, option?: string): bigint[] {
  const wanted = "an array of JSBI values or safe integers";
  // a JSBI value is an array of its digits
  if (isJsbi(values)) throw typeError(`${name} must be ${wanted}, got ${show(values)}`);
  return toList(values, name, wanted, (value, item) => fromInt(value, item, limit, option));
}

/** Whether it has the structure of a JSBI value: a project may have several copies of the class. */
function isJsbi(value: unknown): value is JSBI {
  if (!isArray(value)) return false;
  const { sign, toDebugString } = value as unknown as { readonly sign: unknown; readonly toDebugString: unknown };
  return typeof sign === "boolean" && typeof toDebugString === "function";
}

/** Bits of a JSBI value, which is an array of its digits of 30 bits. */
function sizeOf(value: JSBI): number {
  const digits = value as unknown as readonly number[];
  return 30 * digits.length + 2 - Math.clz32(digits.at(-1) ?? 0);
}

/** x ≥ 0 as a JSBI value. */
export function toJsbi(x: bigint): JSBI {
  return JSBIClass.BigInt(`0x${x.toString(16)}`);
}
