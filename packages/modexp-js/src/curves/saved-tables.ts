/** Loads saved tables of a point. */
import { show, toBytes } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { Curve } from "./curve.js";
import { CurveFixedBase } from "./fixed-base.js";

/** Loads saved tables. */
export interface CurveFixedBaseConstructor {
  /**
   * Loads the tables that `toBytes` wrote, on any machine and tier. The checksum finds accidental changes, and every entry is checked to
   * be on the curve. Still, anyone who can write the bytes can choose the results among the curve's points.
   *
   * @throws TypeError if `bytes` is no Uint8Array, or `curve` is no curve and no group of a pairing.
   * @throws Error if they are damaged, or a different version wrote them.
   * @throws RangeError if they are of a different curve.
   */
  fromBytes<C>(bytes: Uint8Array, curve: Curve<C>): CurveFixedBase<C>;
  /** The prototype of all instances. */
  readonly prototype: CurveFixedBase;
}

/** @internal Makes the `FixedBase` of an entry. */
export function fixedBaseConstructor(): CurveFixedBaseConstructor {
  const construct = function FixedBase() {
    throw typeError("make a FixedBase with curve.fixedBase(P, options) or FixedBase.fromBytes(bytes, curve)");
  };
  // the cast: a call of the function throws, and only its properties are used
  return Object.assign(construct, {
    prototype: CurveFixedBase.prototype,
    fromBytes<C>(bytes: Uint8Array, curve: Curve<C>) {
      if (!Curve.isCurve<C>(curve))
        throw typeError(`curve must be a Curve, or a group of a Pairing, got ${show(curve)}`);
      return curve.loadTables(toBytes(bytes, "bytes"));
    },
  }) as unknown as CurveFixedBaseConstructor;
}
