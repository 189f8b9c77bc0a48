/** The cut that `modPowVartime` chooses for a public exponent: the one with the fewest products. */
import { type Cut, trace } from "./trace.js";

const WIDEST = 8;

/** The cut of an exponent of up to a few hundred bits; longer ones may need wider windows. */
export function chooseCut(exponent: bigint): Cut {
  const windows = Array.from({ length: WIDEST }, (_, i) => i + 1);
  const cuts = (["sliding-window", "m-ary"] as const).flatMap((method) =>
    windows.map((window) => ({ method, window })),
  );
  const products = (cut: Cut) => trace(1n, exponent, 1n, cut).steps.length;
  return cuts.reduce((best, cut) => (products(cut) < products(best) ? cut : best));
}
