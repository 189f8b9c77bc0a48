/** Calls on points, as a pool divides them among its threads. */
import type { Int } from "../api/validate.js";
import { toCurve } from "../curves/any-copy.js";
import type { Curve, CurveWork } from "../curves/curve.js";
import type { Point } from "../curves/points.js";
import type { Chunk } from "./chunks.js";
import type { CurveTask, KnownCurve } from "./protocol.js";

/** A call with the common data of its tasks. */
export interface Divided<C> extends CurveWork<C> {
  task(call: CurveTask["call"], chunk: Chunk): CurveTask;
}

/** The curves that a pool has seen, for as long as they live. */
export class KnownCurves {
  readonly #ids = new WeakMap<object, number>();
  #count = 0;

  /**
   * A call on terms of a curve.
   *
   * @throws TypeError if it is no `Curve`; otherwise the errors of the curve's own calls, except that threads check whether points
   * are in the subgroup.
   */
  divide<C>(curve: Curve<C>, ks: readonly Int[], Ps: readonly Point<C>[] | Uint8Array): Divided<C> {
    const work = toCurve(curve).forThreads(ks, Ps);
    const known: KnownCurve = { id: this.#idOf(curve), ...work.curve };
    return {
      ...work,
      task(call, { from, to }) {
        const [ks, points] = work.terms(from, to);
        return { call, curve: known, ks, points, words: work.words, degree: work.degree };
      },
    };
  }

  #idOf(curve: object): number {
    const id = this.#ids.get(curve) ?? ++this.#count;
    this.#ids.set(curve, id);
    return id;
  }
}
