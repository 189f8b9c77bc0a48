/** The output of a use while it runs. */
import { spread } from "../shared/measure.js";

export interface Line {
  readonly what: string;
  /** A number, or a result. */
  readonly detail?: string;
  /** Its time. */
  readonly ms?: number;
  /** Whether a check passed. */
  readonly passed?: boolean;
  /** A line of Python that checks the result. */
  readonly python?: string;
}

export type Say = (line: Line) => unknown;

/** Does the work, and reports its time. */
export async function timed<Result>(
  say: Say,
  what: string,
  work: () => Result | Promise<Result>,
  detail: (result: Result) => string,
): Promise<Result> {
  const start = performance.now();
  const result = await work();
  say({ what, detail: detail(result), ms: performance.now() - start });
  return result;
}

const RUNS = 15;

/** Does the work several times, and reports the median time: the engine compiles during the first runs. */
export async function timedOften<Result>(
  say: Say,
  what: string,
  work: () => Result | Promise<Result>,
  detail: (result: Result) => string,
): Promise<Result> {
  const times: number[] = [];
  let result = await work();
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    result = await work();
    times.push(performance.now() - start);
  }
  const time = spread(times);
  say({ what: `${what} (median of ${RUNS})`, detail: detail(result), ...(time && { ms: time.median }) });
  return result;
}
