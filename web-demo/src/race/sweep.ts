/** The race at every size, for the chart. */
import type { Tier } from "modexp/async";
import { randomProblem, SIZES } from "../shared/problems.js";
import { agree, type Lane, type LaneId, race, time } from "./race.js";

/** Milliseconds for one power at a size; a contender that was left out has none. */
export interface Row {
  readonly bits: number;
  readonly modexp: number | undefined;
  readonly bigint: number | undefined;
  readonly jsbi: number | undefined;
  readonly agree: boolean;
}

/** What the sweep has so far, and what it does now. */
export interface Sweep {
  readonly rows: readonly Row[];
  readonly bits: number;
  /** From 0 to 1. */
  readonly done: number;
}

// above, one power takes JSBI a second and more
export const JSBI_LIMIT = 2048;
const MS_EACH = 240;

/** Races at all sizes, the smallest first. */
export async function sweep(
  tier: Tier | undefined,
  signal: AbortSignal,
  onProgress: (sweep: Sweep) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [i, bits] of SIZES.entries()) {
    const report = (part: number) => onProgress({ rows: [...rows], bits, done: (i + part) / SIZES.length });
    const lanes: readonly LaneId[] = bits <= JSBI_LIMIT ? ["modexp", "bigint", "jsbi"] : ["modexp", "bigint"];
    report(0);
    rows.push(
      row(
        bits,
        await race(randomProblem(bits), {
          lanes,
          tier,
          msEach: MS_EACH,
          signal,
          onProgress: (_, done) => report(done),
        }),
      ),
    );
  }
  return rows;
}

function row(bits: number, lanes: readonly Lane[]): Row {
  const ms = (id: LaneId) => {
    const lane = lanes.find((each) => each.id === id);
    return lane && time(lane);
  };
  return { bits, modexp: ms("modexp"), bigint: ms("bigint"), jsbi: ms("jsbi"), agree: agree(lanes) === true };
}
