/** Numbers as the command line and JSON lines write them. */
import { readFileSync } from "node:fs";
import { show } from "../validate.js";

const NUMBER = /^\s*([-+]?)(0x[0-9a-f]+|[0-9]+)\s*$/i;

/** The integer that `text` is, decimal or hexadecimal with 0x in front. @throws TypeError if it is none. */
export function parseNumber(text: string, name: string): bigint {
  const [, sign, digits] = NUMBER.exec(text) ?? [];
  if (digits === undefined) {
    throw new TypeError(`${name} must be a decimal integer, or a hexadecimal one like 0x1f, got ${show(text)}`);
  }
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
}

/** The integer that an argument is: itself, or in a file after @, or on standard input for -. */
export function readNumber(argument: string, name: string): bigint {
  if (argument === "-") return parseNumber(readFileSync(0, "utf8"), `${name} on standard input`);
  if (argument.startsWith("@")) return parseNumber(readFileSync(argument.slice(1), "utf8"), `${name} in ${argument}`);
  return parseNumber(argument, name);
}

/** How results are written. */
export type Format = (x: bigint) => string;

export const decimal: Format = (x) => x.toString();
export const hexadecimal: Format = (x) => `0x${x.toString(16)}`;
