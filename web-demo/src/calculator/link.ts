/** A calculation in the address of the page: #calculator?base=…&exponent=…&modulus=… */
import { fromHash as fieldsOf, toHash as hashOf } from "../shared/address.js";

/** The three fields, as typed. */
export interface Fields {
  readonly base: string;
  readonly exponent: string;
  readonly modulus: string;
}

export const FIELDS = ["base", "exponent", "modulus"] as const;

/** The part of the address from # on. */
export function toHash(fields: Fields): string {
  return hashOf("calculator", Object.fromEntries(FIELDS.map((name) => [name, fields[name].replaceAll(/\s/g, "")])));
}

/** The calculation in an address, or undefined. */
export function fromHash(hash: string): Fields | undefined {
  const found = fieldsOf("calculator", FIELDS, hash);
  return found && { base: "", exponent: "", modulus: "", ...found };
}
