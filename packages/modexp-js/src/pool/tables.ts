/** Tables of bases, as a pool sends them to its threads. */
import type { FixedBase } from "../api/fixed-base.js";
import { show, toBytes } from "../api/validate.js";
import { readSaved } from "../arithmetic/saved-tables.js";
import { typeError } from "../limbs/errors.js";
import type { Tables } from "./protocol.js";

/** The tables that a pool has seen, for as long as their owners live. */
export class KnownTables {
  readonly #known = new WeakMap<FixedBase, Tables>();
  #count = 0;

  /**
   * The tables of a base, saved when they are seen first.
   *
   * @throws Error if it was disposed of; RangeError if its modulus has more than `limit` bits.
   */
  of(fixedBase: FixedBase, limit: number): Tables {
    // an Error after dispose, whatever is known
    void fixedBase.tableBytes;
    const known = this.#known.get(fixedBase);
    if (known !== undefined) return known;
    const saved = toBytes(fixedBase.toBytes(), "what toBytes of fixedBase gives");
    const tables = { id: ++this.#count, of: readSaved(saved, limit), saved };
    this.#known.set(fixedBase, tables);
    return tables;
  }
}

/**
 * Bits of the longest exponent of the tables.
 *
 * @throws TypeError if it does not have the structure of a `FixedBase`. It may be one of another copy of the package.
 */
export function exponentBitsOf(fixedBase: FixedBase): number {
  let bits: unknown;
  let cause: unknown;
  try {
    bits = fixedBase.maxExponentBits;
  } catch (error) {
    // as of null, or of a proxy, which has no private fields
    cause = error;
  }
  if (typeof bits === "number") return bits;
  throw typeError(`fixedBase must be a FixedBase, from Modulus.fixedBase, got ${show(fixedBase)}`, { cause });
}
