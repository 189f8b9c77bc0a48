/** Points, prepared for many sums. */
import { Disposable } from "../api/memory.js";
import type { Int } from "../api/validate.js";
import type { WasmBases } from "../wasm/curves.js";
import type { Point, Points } from "./points.js";
import { checkLengths, toScalars } from "./scalars.js";

/**
 * Checked points, from `Curve.bases`.
 *
 * @example
 * const curve = new Curve("secp256k1");
 * using bases = curve.bases([curve.g, curve.multiply(2n)]);
 * bases.msmVartime([1n, 1n]).x === curve.multiply(3n).x; // true
 */
export class CurveBases<C = bigint> extends Disposable<WasmBases> {
  readonly #order: bigint;
  readonly #points: Points<C>;

  /** The number of points. */
  readonly length: number;

  /** @internal */
  constructor(order: bigint, points: Points<C>, bases: WasmBases) {
    super("Bases", bases);
    this.own(bases);
    this.#order = order;
    this.#points = points;
    this.length = bases.length;
  }

  /**
   * Σ ks[i]·P_i in variable time, for public scalars; the identity for no points.
   *
   * @throws TypeError if `ks` is no array of bigints and safe integers; RangeError unless each point has one scalar.
   */
  msmVartime(ks: readonly Int[]): Point<C> {
    const { scalars, words } = toScalars(ks, this.#order);
    checkLengths(scalars, this);
    return this.#points.toPoint(this.live.msmVartime(scalars, words));
  }
}
