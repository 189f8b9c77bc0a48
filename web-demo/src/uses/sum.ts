/** A long sum of multiples of points on BLS12-381, on all cores. */
import type { Point } from "modexp/pairings/async";
import { cores, onAllCores } from "../shared/cores.js";
import { shortHex } from "../shared/numbers.js";
import { withWorkers } from "../shared/workers.js";
import { type Say, timed } from "./line.js";
import type { Terms } from "./sum.worker.js";

/** The number of terms that noble sums on BigInt in less than a second. */
const FEW = 1024;

/** Bytes of a packed point, x and y. */
const POINT_BYTES = 96;

const xOf = ({ x }: Point) => `x = ${shortHex(x)}`;
const areSame = (P: Point, Q: Point) => P.x === Q.x && P.y === Q.y;
const toText = (count: number) => count.toLocaleString("en");

/** Resolves to whether every check passed. `onProgress` gets the summed part of the terms. */
export async function longSum(
  count: number,
  signal: AbortSignal,
  say: Say,
  onProgress: (done: number) => void,
): Promise<boolean> {
  const [{ createPool }, { createPairings }] = await Promise.all([
    import("modexp/pool"),
    import("modexp/pairings/async"),
  ]);
  const pool = createPool({ threads: cores() });
  try {
    return await withWorkers(signal, async (hire) => {
      const worker = hire<Terms>(new Worker(new URL("./sum.worker.ts", import.meta.url), { type: "module" }));
      const { scalars, points } = await timed(
        say,
        `${toText(count)} points P = (s + i)·G, and as many numbers k = g^i`,
        () => worker.make(count),
        () => "",
      );
      const { Pairing } = await createPairings();
      const { g1 } = new Pairing("BLS12-381");
      const few = Math.min(count, FEW);
      // a short sum starts the threads, and the engine compiles during it
      await pool.msmVartime(g1, scalars.slice(0, few), points.subarray(0, few * POINT_BYTES), { signal });
      const sum = await timed(
        say,
        `The sum of all k·P, ${onAllCores()}`,
        () => pool.msmVartime(g1, scalars, points, { signal, onProgress: (done, total) => onProgress(done / total) }),
        xOf,
      );
      const multiple = await timed(
        say,
        "t·G by noble, where t is the sum of all k·(s + i)",
        () => worker.multiple(count),
        xOf,
      );
      const byNoble = await timed(
        say,
        `noble sums ${few === count ? "the same" : `the first ${toText(few)}`} on BigInt`,
        () => worker.sumByNoble(few),
        xOf,
      );
      const checks: [what: string, passed: boolean][] = [
        ["The sum is t·G", areSame(sum, multiple)],
        ["noble’s sum is right, too", areSame(byNoble, await worker.multiple(few))],
      ];
      const python = await worker.inPython(count);
      for (const [what, passed] of checks) say({ what, passed, python });
      return checks.every(([, passed]) => passed);
    });
  } finally {
    pool.dispose();
  }
}
