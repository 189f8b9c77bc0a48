/** Historical pairings on the modules inside the package, without `await`. */

import type { CurvesOptions } from "../curves/bind.js";
import { chooseCurvesTier } from "../curves/tier.js";
import type { OpenedPairings } from "../pairings/bind.js";
import { bytesOf } from "../wasm/carried.js";
import { compileNow } from "../wasm/compile.js";
import type { CurvesTier } from "../wasm/curves.js";
import texts from "../wasm/modexp-historical-pairings.texts.js";
import { PointsInstance } from "../wasm/points-instance.js";

/** An instance of the tier that was asked for, or of the best one. */
export function openHistoricalPairings(options?: CurvesOptions): OpenedPairings<CurvesTier> {
  const inside = texts.map(([tier]) => tier);
  const tier = chooseCurvesTier(options, inside);
  return { instance: new PointsInstance(compileNow(bytesOf(texts, tier))), tier };
}
