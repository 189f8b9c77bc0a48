import { type Cut, type Method, trace } from "./trace.js";

/** The way with the fewest products. */
export function chooseCut(exponent: bigint, secret: boolean): Cut {
  const methods: Method[] = secret ? ["fixed window"] : ["sliding window", "m-ary"];
  const cuts = methods.flatMap((method) => Array.from({ length: 8 }, (_, i): Cut => ({ method, window: i + 1 })));
  const cost = (cut: Cut) => trace(1n, exponent, 1n, cut).steps.length;
  return cuts.reduce((best, cut) => (cost(cut) < cost(best) ? cut : best));
}
