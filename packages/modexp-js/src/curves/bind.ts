/** The classes over one instance, which is opened at first use. */
import { show, toBytes } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { type CurvesInstance, type CurvesTier, type GivenCurve, namedCurve } from "../wasm/curves.js";
import { Curve, type CurveConstructor } from "./curve.js";
import { answer, ofParameters } from "./errors.js";
import { CurveFixedBase } from "./fixed-base.js";
import type { CurveName } from "./names.js";
import { type CurveParameters, curveOf, type Kind } from "./parameters.js";

/** Options of `createCurves`. */
export interface CurvesOptions {
  /** Which module computes: `wide`, where the engine has wide arithmetic, or `simd`; by default the best. */
  readonly tier?: CurvesTier;
}

/** Takes saved tables. */
export interface CurveFixedBaseConstructor {
  /**
   * The tables that `toBytes` wrote, on whatever machine or tier. The checksum finds accidental changes, and every entry is checked to be
   * on the curve; still, who can write the bytes can choose the results among the curve's points.
   *
   * @throws TypeError if `bytes` is no Uint8Array, or `curve` is no curve.
   * @throws Error if they are damaged, or another version wrote them.
   * @throws RangeError if they are of another curve.
   */
  fromBytes<C>(bytes: Uint8Array, curve: Curve<C>): CurveFixedBase<C>;
  /** What every instance has. */
  readonly prototype: CurveFixedBase;
}

/** Curves on an instance of WebAssembly with a memory of its own. */
export interface Curves<N extends string = CurveName> {
  /** The class of curves of this instance. */
  readonly Curve: CurveConstructor<N>;
  /** The fixed-base class of this instance, for saved tables; `Curve.fixedBase` makes new ones. */
  readonly FixedBase: CurveFixedBaseConstructor;
  /** Which module computes. */
  tier(): CurvesTier;
}

/** An instance and its tier. */
export interface Opened {
  readonly instance: CurvesInstance;
  readonly tier: CurvesTier;
}

/** @internal The API over one instance of the module for this kind of curves. */
export function bindCurves<N extends string>(kind: Kind<N>, open: () => Opened): Curves<N> {
  return {
    Curve: {
      Curve: class extends Curve {
        constructor(of: N | CurveParameters) {
          const checked = curveOf(of, kind);
          const curve = answer(
            () => namedCurve(open().instance, checked),
            // the cast: names are not refused
            () => (code) => ofParameters(code, (checked as GivenCurve).parameters, kind),
          );
          super(curve, kind.form);
        }
      },
    }.Curve,

    FixedBase: Object.assign(
      function FixedBase() {
        throw typeError("make a FixedBase with curve.fixedBase(P, options) or FixedBase.fromBytes(bytes, curve)");
      },
      {
        prototype: CurveFixedBase.prototype,
        fromBytes<C>(bytes: Uint8Array, curve: Curve<C>) {
          if (!Curve.isCurve<C>(curve)) throw typeError(`curve must be a Curve, got ${show(curve)}`);
          return curve.loadTables(toBytes(bytes, "bytes"));
        },
      },
      // the cast: it throws as a function, and is there for what it has
    ) as unknown as CurveFixedBaseConstructor,

    tier: () => open().tier,
  };
}
