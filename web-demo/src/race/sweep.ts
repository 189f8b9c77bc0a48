/** The race at every size, for the chart. */
import type { Tier } from "modexp/async";
import { type Spread, spread } from "../shared/measure.js";
import { randomProblem, SIZES } from "../shared/problems.js";
import { agree, type Lane, type LaneId, race, time } from "./race.js";

/** Milliseconds for one power at a size; a contender that was left out is undefined. */
export interface Row {
  readonly bits: number;
  readonly modexp: Spread | undefined;
  readonly bigint: Spread | undefined;
  readonly jsbi: Spread | undefined;
  /** The speed-up of modexp over BigInt, turn against turn. */
  readonly ratio: Spread | undefined;
  readonly agree: boolean;
}

/** The rows of the sweep so far, and its present step. */
export interface Sweep {
  readonly rows: readonly Row[];
  readonly bits: number;
  /** From 0 to 1. */
  readonly done: number;
}

// above this size, one power takes JSBI at least a second
export const JSBI_LIMIT = 2048;
/** Turns for each contender at each size. */
export const TURNS = 5;

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
          goal: { turns: TURNS },
          signal,
          onProgress: (_, done) => report(done),
        }),
      ),
    );
  }
  return rows;
}

function row(bits: number, lanes: readonly Lane[]): Row {
  const find = (id: LaneId) => lanes.find((each) => each.id === id);
  const [modexp, bigint, jsbi] = [find("modexp"), find("bigint"), find("jsbi")];
  return {
    bits,
    modexp: modexp && time(modexp),
    bigint: bigint && time(bigint),
    jsbi: jsbi && time(jsbi),
    ratio: modexp && bigint && spread(ratios(modexp, bigint)),
    agree: agree(lanes) === true,
  };
}

/** The speed-up of `a` over `b` in each turn. */
function ratios(a: Lane, b: Lane): number[] {
  return a.turns.flatMap((ms, i) => {
    const other = b.turns[i];
    return other === undefined ? [] : [other / ms];
  });
}
