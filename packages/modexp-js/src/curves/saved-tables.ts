/** Saved tables of a point become tables again. */
import { show, toBytes } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { Curve } from "./curve.js";
import { CurveFixedBase } from "./fixed-base.js";

/** Takes saved tables. */
export interface CurveFixedBaseConstructor {
  /**
   * The tables that `toBytes` wrote, on whatever machine or tier. The checksum finds accidental changes, and every entry is checked to be
   * on the curve; still, who can write the bytes can choose the results among the curve's points.
   *
   * @throws TypeError if `bytes` is no Uint8Array, or `curve` is no curve and no group of a pairing.
   * @throws Error if they are damaged, or another version wrote them.
   * @throws RangeError if they are of another curve.
   */
  fromBytes<C>(bytes: Uint8Array, curve: Curve<C>): CurveFixedBase<C>;
  /** What every instance has. */
  readonly prototype: CurveFixedBase;
}

/** @internal What `FixedBase` is in each entry. */
export function fixedBaseConstructor(): CurveFixedBaseConstructor {
  const construct = function FixedBase() {
    throw typeError("make a FixedBase with curve.fixedBase(P, options) or FixedBase.fromBytes(bytes, curve)");
  };
  // the cast: it throws as a function, and is there for what it has
  return Object.assign(construct, {
    prototype: CurveFixedBase.prototype,
    fromBytes<C>(bytes: Uint8Array, curve: Curve<C>) {
      if (!Curve.isCurve<C>(curve))
        throw typeError(`curve must be a Curve, or a group of a Pairing, got ${show(curve)}`);
      return curve.loadTables(toBytes(bytes, "bytes"));
    },
  }) as unknown as CurveFixedBaseConstructor;
}
