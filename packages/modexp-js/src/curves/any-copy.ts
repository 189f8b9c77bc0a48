/** Curves as arguments of calls outside this folder. */
import { reading, show } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import type { Curve } from "./curve.js";

/** The argument `curve`, known by its structure: it may be of another copy of the package. @throws TypeError if it is no curve. */
export function toCurve<C>(curve: Curve<C>): Curve<C> {
  const wrong = () => typeError(`curve must be a Curve, or a group of a Pairing, got ${show(curve)}`);
  if (!reading(curve, wrong, () => curve?.isCurve === true)) throw wrong();
  return curve;
}
