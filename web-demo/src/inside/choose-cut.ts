/** How `modPowVartime` cuts a public exponent: it takes the way that costs this very one the fewest products. */
import { type Cut, trace } from "./trace.js";

const WIDEST = 8;

/** The cut of an exponent of up to some hundred bits; longer ones may need wider windows. */
export function chooseCut(exponent: bigint): Cut {
  const windows = Array.from({ length: WIDEST }, (_, i) => i + 1);
  const cuts = (["sliding-window", "m-ary"] as const).flatMap((method) =>
    windows.map((window) => ({ method, window })),
  );
  const products = (cut: Cut) => trace(1n, exponent, 1n, cut).steps.length;
  return cuts.reduce((best, cut) => (products(cut) < products(best) ? cut : best));
}
