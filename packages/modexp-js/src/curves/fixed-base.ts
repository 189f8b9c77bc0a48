/** One point, prepared for many scalars. */
import { Disposable } from "../api/memory.js";
import type { Int } from "../api/validate.js";
import type { WasmCurveTables } from "../wasm/curves.js";
import type { Point, Points } from "./points.js";
import { toScalar, toScalars } from "./scalars.js";

/** Options of `Curve.fixedBase`. */
export interface CurveFixedBaseOptions {
  /** Memory for the tables in bytes, at most 64 MiB; by default 16 KiB, in G2 of a pairing for each coefficient of a coordinate. */
  readonly tableBytes?: number;
}

/**
 * A point with tables of its multiples, from `Curve.fixedBase`.
 *
 * @example
 * const curve = new Curve("P-256");
 * using g = curve.fixedBase(curve.g);
 * g.multiply(2n).x === curve.add(curve.g, curve.g).x; // true
 */
export class CurveFixedBase<C = bigint> extends Disposable<WasmCurveTables> {
  readonly #order: bigint;
  readonly #points: Points<C>;

  /** The point. */
  readonly point: Point<C>;

  /** @internal */
  constructor(order: bigint, points: Points<C>, tables: WasmCurveTables) {
    super("FixedBase", tables);
    this.own(tables);
    this.#order = order;
    this.#points = points;
    this.point = points.toPoint(tables.point);
  }

  /** Memory of the tables in bytes. */
  get tableBytes(): number {
    return this.live.bytes;
  }

  /**
   * k·P; constant time in k.
   *
   * @throws TypeError if k is neither a bigint nor a safe integer.
   * @example
   * const curve = new Curve("secp256k1");
   * curve.fixedBase(curve.g).multiply(1n).x === curve.g.x; // true
   */
  multiply(k: Int): Point<C> {
    const { scalars, words } = toScalars([toScalar(k, "k")], this.#order);
    return this.#points.toPoint(this.live.multiplyMany(scalars, words)[0]);
  }

  /**
   * k·P in variable time, for public k.
   *
   * @throws TypeError if k is neither a bigint nor a safe integer.
   */
  multiplyVartime(k: Int): Point<C> {
    const { scalars, words } = toScalars([toScalar(k, "k")], this.#order);
    return this.#points.toPoint(this.live.multiplyVartime(scalars[0] ?? 0n, words));
  }

  /**
   * ks[i]·P for every i, with one inversion for all; constant time in the scalars.
   *
   * @throws TypeError if `ks` is no array of bigints and safe integers.
   */
  multiplyMany(ks: readonly Int[]): Point<C>[] {
    const { scalars, words } = toScalars(ks, this.#order);
    const tables = this.live;
    return scalars.length === 0
      ? []
      : tables.multiplyMany(scalars, words).map((staged) => this.#points.toPoint(staged));
  }

  /** The tables, for `FixedBase.fromBytes`. They reveal the point. */
  toBytes(): Uint8Array {
    return this.live.save();
  }
}
