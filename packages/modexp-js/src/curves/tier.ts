/** Which module for curves this engine runs. */
import { obstacle, supports } from "../api/tier.js";
import { ownOptions, show } from "../api/validate.js";
import { failure, typeError } from "../limbs/errors.js";
import type { CurvesTier } from "../wasm/curves.js";
import type { CurvesOptions } from "./bind.js";

/** All of them, the fastest first. */
export const CURVES_TIERS: readonly CurvesTier[] = ["wide", "simd"];

/** The tier that the options ask for, or the best that this engine can run. */
export function chooseCurvesTier(options?: CurvesOptions): CurvesTier {
  const { tier: wanted } = ownOptions(options, ["tier"], '{ tier: "simd" }');
  if (wanted !== undefined && !CURVES_TIERS.includes(wanted)) {
    throw typeError(`tier must be one of ${CURVES_TIERS.map(show).join(", ")}, got ${show(wanted)}`);
  }
  const tier = wanted ?? CURVES_TIERS.find(supports) ?? "simd";
  const why = obstacle(tier);
  if (why !== undefined) throw failure(`this engine cannot run tier ${show(tier)} of curves: ${why}`, "MODEXP_ENGINE");
  return tier;
}
