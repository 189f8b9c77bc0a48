/** Tables of bases, as a pool sends them to its threads. */
import type { FixedBase } from "../api/fixed-base.js";
import { show } from "../api/validate.js";
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
   * @throws TypeError if it is no `FixedBase`; Error if it was disposed of; RangeError if its modulus has more than `limit`
   * bits.
   */
  of(fixedBase: FixedBase, limit: number): Tables {
    // which is an Error after dispose
    if (typeof fixedBase?.tableBytes !== "number") {
      throw typeError(`fixedBase must be a FixedBase, from Modulus.fixedBase, got ${show(fixedBase)}`);
    }
    const known = this.#known.get(fixedBase);
    if (known !== undefined) return known;
    const saved = fixedBase.toBytes();
    const tables = { id: ++this.#count, of: readSaved(saved, limit), saved };
    this.#known.set(fixedBase, tables);
    return tables;
  }
}
