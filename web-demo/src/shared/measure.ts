/** Measures a call: repeats it, because browsers' clocks are coarse on purpose and machines do other work too. */

/** Consecutive calls. */
export interface Turn<Result> {
  /** The number of calls. */
  readonly count: number;
  /** The time of all of them, in milliseconds. */
  readonly ms: number;
  /** The result of the last call. */
  readonly result: Result;
}

/** Calls `work` for `ms` milliseconds, but at least once. */
export function turn<Result>(work: () => Result, ms: number): Turn<Result> {
  const start = performance.now();
  for (let count = 1; ; count++) {
    const result = work();
    const elapsed = performance.now() - start;
    if (elapsed >= ms) return { count, ms: elapsed, result };
  }
}

/** The median of several figures, and the quartiles: half of the figures lie between `low` and `high`. */
export interface Spread {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** The spread of `figures`; undefined for none. */
export function spread(figures: readonly number[]): Spread | undefined {
  const sorted = [...figures].sort((a, b) => a - b);
  const last = sorted.length - 1;
  const [low, median, high] = [last >> 2, sorted.length >> 1, last - (last >> 2)].map((i) => sorted[i]);
  return low === undefined || median === undefined || high === undefined ? undefined : { low, median, high };
}

/** The time of one call, in milliseconds, and its result. */
export interface Measured<Result> {
  readonly result: Result;
  readonly ms: number;
}

const WARM_UP = 60;
const TURN = 20;
const TURNS = 5;
/** The maximum total time of the repeated calls. */
const PATIENCE = 300;

/** The median time of a call in several turns after a warm-up. A call that takes longer than `PATIENCE` is not repeated. */
export function measure<Result>(work: () => Result): Measured<Result> {
  // the engine compiles during the first calls: they count only if one of them takes much longer than that
  const warmUp = turn(work, WARM_UP);
  const times: number[] = [];
  for (let left = PATIENCE - warmUp.ms; left > 0 && times.length < TURNS; ) {
    const { count, ms } = turn(work, TURN);
    times.push(ms / count);
    left -= ms;
  }
  return { result: warmUp.result, ms: spread(times)?.median ?? warmUp.ms / warmUp.count };
}
