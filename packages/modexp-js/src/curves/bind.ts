/** The classes over one instance, which is opened at first use. */
import { type CurvesInstance, type CurvesTier, type GivenCurve, namedCurve } from "../wasm/curves.js";
import { Curve, type CurveConstructor } from "./curve.js";
import { answer, ofParameters } from "./errors.js";
import type { CurveAlias, CurveName } from "./names.js";
import { OpenedAtUse, type OpenedInstance } from "./opened.js";
import { type CurveParameters, curveOf, type Kind } from "./parameters.js";
import { type CurveFixedBaseConstructor, fixedBaseConstructor } from "./saved-tables.js";

/** Options of `createCurves`. */
export interface CurvesOptions {
  /** The module that computes: `wide`, if the engine has wide arithmetic, or `simd`; by default the fastest. */
  readonly tier?: CurvesTier;
}

/** Curves on an instance of WebAssembly with a memory of its own. */
export interface Curves<N extends string = CurveName | CurveAlias> {
  /** The class of curves of this instance. */
  readonly Curve: CurveConstructor<N>;
  /** The fixed-base class of this instance, for saved tables; `Curve.fixedBase` makes new ones. */
  readonly FixedBase: CurveFixedBaseConstructor;
  /** The module that computes. */
  tier(): CurvesTier;
}

/** An instance and its tier. */
export type Opened = OpenedInstance<CurvesInstance, CurvesTier>;

/** @internal The API over one instance of the module for this kind of curves, which `open` opens. */
export function bindCurves<N extends string>(kind: Kind<N>, open: () => Opened): Curves<N> {
  const opened = new OpenedAtUse(open);
  return {
    Curve: {
      Curve: class extends Curve {
        constructor(of: N | CurveParameters) {
          const checked = curveOf(of, kind);
          const curve = answer(
            () => opened.make((instance) => namedCurve(instance, checked)),
            // the cast: a name is never refused
            () => (code) => ofParameters(code, (checked as GivenCurve).parameters, kind),
          );
          super(curve, kind.form);
        }
      },
    }.Curve,

    FixedBase: fixedBaseConstructor(),

    tier: () => opened.get().tier,
  };
}
