/** JSBI values as bigints, and back: by hexadecimal text, which both read and write in linear time. */
import JSBIClass from "jsbi";
import { show } from "../validate.js";

/** A value of the package `jsbi`. */
export type JSBI = import("jsbi").default;

/** An integer: a JSBI value, or a number that is a safe integer. */
export type Int = JSBI | number;

/** The argument `name` as a bigint. */
export function fromInt(value: Int, name: string): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (!(value instanceof JSBIClass)) {
    throw new TypeError(`${name} must be a JSBI value or a safe integer, got ${show(value)}`);
  }
  const text = value.toString(16);
  return text.startsWith("-") ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

/** The argument `name` as a list of bigints. */
export function fromInts(values: readonly Int[], name: string): bigint[] {
  // a JSBI value is an array of its digits
  if (!Array.isArray(values) || values instanceof JSBIClass) {
    throw new TypeError(`${name} must be an array of JSBI values or safe integers, got ${show(values)}`);
  }
  return Array.from(values, (value: Int, i) => fromInt(value, `${name}[${i}]`));
}

/** x ≥ 0 as a JSBI value. */
export function toJsbi(x: bigint): JSBI {
  return JSBIClass.BigInt(`0x${x.toString(16)}`);
}
