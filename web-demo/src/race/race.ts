/**
 * The race: each contender has its own worker. They take short turns one after the other, so they do not compete for
 * cores, caches and turbo, and other work on the machine affects all of them alike.
 */
import type { Remote } from "comlink";
import type { Tier } from "modexp/async";
import { type Spread, spread } from "../shared/measure.js";
import type { Problem } from "../shared/problems.js";
import { type Hire, withWorkers } from "../shared/workers.js";
import type { Contender, Manner } from "./contender.js";

export type LaneId = "modexp" | "crt" | "bigint" | "jsbi";

/** A contender and its progress. */
export interface Lane {
  readonly id: LaneId;
  /** The name of the method, once it is known. */
  readonly kernel?: string;
  /** Powers computed in all counted turns. */
  readonly count: number;
  /** The time of these turns. */
  readonly ms: number;
  /** Milliseconds for one power, turn by turn. */
  readonly turns: readonly number[];
  readonly result?: bigint;
}

/** How long each contender runs: about a time in milliseconds, or a number of turns. */
export type Goal = { readonly ms: number } | { readonly turns: number };

export interface RaceOptions {
  readonly lanes: readonly LaneId[];
  readonly tier?: Tier | undefined;
  readonly goal: Goal;
  readonly signal: AbortSignal;
  /** Called after every turn with the lanes and the finished part of the race, from 0 to 1. */
  readonly onProgress?: (lanes: readonly Lane[], done: number) => void;
}

const TURN = 60;

/** The contenders, ours first; if the primes of the modulus are known, CRT takes part. */
export function lanesOf(factored: boolean): readonly LaneId[] {
  return factored ? ["crt", "modexp", "bigint", "jsbi"] : ["modexp", "bigint", "jsbi"];
}

/** Resolves to the lanes at the end. */
export function race(problem: Problem, options: RaceOptions): Promise<readonly Lane[]> {
  const { lanes: ids, tier, goal, signal, onProgress } = options;
  return withWorkers(signal, async (hire) => {
    const lanes = ids.map(newLane);
    const report = () => {
      const over = lanes.reduce((sum, lane) => sum + part(lane, goal), 0);
      onProgress?.([...lanes], over / lanes.length);
    };
    const contenders = await Promise.all(
      ids.map(async (id, i) => {
        const [remote, manner] = enter(id, hire);
        lanes[i] = { ...(lanes[i] as Lane), kernel: await remote.prepare(problem, { ...manner, tier }) };
        return remote;
      }),
    );

    for (let round = 0, more = true; more; round++) {
      more = false;
      for (const [i, contender] of contenders.entries()) {
        const lane = lanes[i] as Lane;
        if (part(lane, goal) === 1) continue;
        const { count, ms, result } = await contender.turn(round === 0 ? 0 : TURN);
        // the engine compiles during the first powers: they count only if one of them takes longer than a turn
        const counts = round > 0 || ms >= TURN;
        lanes[i] = counts
          ? { ...lane, result, count: lane.count + count, ms: lane.ms + ms, turns: [...lane.turns, ms / count] }
          : { ...lane, result };
        report();
        more = true;
      }
    }
    return lanes;
  });
}

/** The progress of a lane, from 0 to 1. */
function part({ count, ms, turns }: Lane, goal: Goal): number {
  if ("turns" in goal) return Math.min(turns.length / goal.turns, 1);
  if (count === 0) return 0;
  // ends where one more turn would be further from the goal
  return ms + Math.max(TURN, ms / count) / 2 >= goal.ms ? 1 : ms / goal.ms;
}

function enter(id: LaneId, hire: Hire): [Remote<Contender>, Manner] {
  switch (id) {
    case "modexp":
    case "crt": {
      const worker = new Worker(new URL("./modexp.worker.ts", import.meta.url), { type: "module" });
      return [hire<Contender>(worker), { crt: id === "crt" }];
    }
    case "bigint":
      return [hire<Contender>(new Worker(new URL("./bigint.worker.ts", import.meta.url), { type: "module" })), {}];
    case "jsbi":
      return [hire<Contender>(new Worker(new URL("./jsbi.worker.ts", import.meta.url), { type: "module" })), {}];
  }
}

/** A contender before its first turn. */
export function newLane(id: LaneId): Lane {
  return { id, count: 0, ms: 0, turns: [] };
}

/** Milliseconds for one power: a median, so occasional other work on the machine does not matter. */
export function time({ turns }: Lane): Spread | undefined {
  return spread(turns);
}

/** Powers per second; 0 before the first counted turn. */
export function rate(lane: Lane): number {
  return 1000 / (time(lane)?.median ?? Number.POSITIVE_INFINITY);
}

/** The speed-up of `a` over `b`; undefined before both have results. */
export function ratio(a: Lane | undefined, b: Lane | undefined): number | undefined {
  if (a === undefined || b === undefined || rate(a) === 0 || rate(b) === 0) return undefined;
  return rate(a) / rate(b);
}

/** Whether all lanes have the same result; undefined if one has no result yet. */
export function agree(lanes: readonly Lane[]): boolean | undefined {
  if (lanes.length === 0 || lanes.some(({ result }) => result === undefined)) return undefined;
  return lanes.every(({ result }) => result === lanes[0]?.result);
}
