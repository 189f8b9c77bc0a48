/** A calculation in the address of the page: #calculator?base=…&exponent=…&modulus=… */

/** The three fields, as typed. */
export interface Fields {
  readonly base: string;
  readonly exponent: string;
  readonly modulus: string;
}

export const FIELDS = ["base", "exponent", "modulus"] as const;

const START = "#calculator?";

/** The part of the address from # on. */
export function toHash(fields: Fields): string {
  return START + new URLSearchParams(FIELDS.map((name) => [name, fields[name].replaceAll(/\s/g, "")]));
}

/** The calculation in an address, or undefined. */
export function fromHash(hash: string): Fields | undefined {
  if (!hash.startsWith(START)) return undefined;
  const query = new URLSearchParams(hash.slice(START.length));
  if (!FIELDS.some((name) => query.has(name))) return undefined;
  const [base = "", exponent = "", modulus = ""] = FIELDS.map((name) => query.get(name) ?? "");
  return { base, exponent, modulus };
}
