/** Numbers as the command line and JSON lines write them. */
import { closeSync, openSync, readSync } from "node:fs";
import { show } from "../api/validate.js";
import type { Bytes } from "../limbs/bytes.js";
import { typeError } from "../limbs/errors.js";
import { limited, tooLong } from "../limbs/length.js";

/** Leading zeros do not count as digits, but a number needs at least one digit. */
const NUMBER = /^\s*([-+]?)(?:(0x)(?=[0-9a-f])0*([0-9a-f]*)|(?=[0-9])0*([0-9]*))\s*$/i;

const OPTION = "--max-bits";

/** Bytes of white space that a file may have around a number. */
const MOST_SPACES = 1 << 12;

/** Digits that bytes may have: more than the input of any call in a block. */
const MOST_DIGITS = 1 << 26;

/**
 * The integer in `text`, decimal or hexadecimal with the prefix 0x.
 *
 * @throws TypeError if it is no integer; RangeError if it has more than `limit` bits.
 */
export function parseNumber(text: string, name: string, limit: number): bigint {
  const [, sign, prefix = "", hex, digits = hex] = NUMBER.exec(text) ?? [];
  if (digits === undefined) {
    throw typeError(`${name} must be a decimal integer, or a hexadecimal one like 0x1f, got ${show(text)}`);
  }
  // a lower bound, before the conversion of the digits, which takes long for many
  const bits = Math.floor((digits.length - 1) * (prefix ? 4 : Math.log2(10))) + 1;
  if (bits > limit) throw tooLong(name, bits, limit, OPTION);
  const x = BigInt(prefix + (digits || "0"));
  return limited(sign === "-" ? -x : x, name, limit, OPTION);
}

/** The integer of an argument. */
export function readNumber(argument: string, name: string, limit: number): bigint {
  const [text, place] = textOf(argument, name, limit);
  return parseNumber(text, place, limit);
}

/** The bytes of an argument: hexadecimal digits, also after 0x. @throws TypeError if they are none. */
export function readBytes(argument: string, name: string): Bytes {
  const [text, place] = textOf(argument, name, MOST_DIGITS);
  const [, digits] = /^\s*(?:0x)?((?:[0-9a-f]{2})*)\s*$/i.exec(text) ?? [];
  if (digits === undefined) throw typeError(`${place} must be two hexadecimal digits for each byte, got ${show(text)}`);
  return new Uint8Array(Buffer.from(digits, "hex"));
}

/** The text of an argument, of the file after @, or of standard input for -, and a name for its place. */
function textOf(argument: string, name: string, limit: number): [text: string, place: string] {
  if (argument === "-") return [readText(0, limit), `${name} on standard input`];
  if (!argument.startsWith("@")) return [argument, name];
  const file = openSync(argument.slice(1), "r");
  try {
    return [readText(file, limit), `${name} in ${argument}`];
  } finally {
    closeSync(file);
  }
}

/** The text of a file. Stops after more bytes than any number of `limit` bits needs. */
function readText(file: number, limit: number): string {
  const chunk = Buffer.alloc(1 << 16);
  const parts: Buffer[] = [];
  for (let size = 0; size <= limit + MOST_SPACES; ) {
    const count = readSync(file, chunk);
    if (count === 0) break;
    parts.push(Buffer.from(chunk.subarray(0, count)));
    size += count;
  }
  return Buffer.concat(parts).toString();
}

/** Writes a result as text. */
export type Format = (x: bigint) => string;

export const decimal: Format = (x) => x.toString();
export const hexadecimal: Format = (x) => `0x${x.toString(16)}`;
