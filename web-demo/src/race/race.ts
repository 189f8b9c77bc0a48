/**
 * The race: every contender in a worker of its own, in short turns one after the other, so that they do not take the
 * cores, the caches and the turbo from each other, and what the machine does meanwhile hits all of them alike.
 */
import type { Remote } from "comlink";
import type { Tier } from "modexp/async";
import type { Problem } from "../shared/problems.js";
import { type Hire, withWorkers } from "../shared/workers.js";
import type { Contender, Manner } from "./contender.js";

export type LaneId = "modexp" | "crt" | "bigint" | "jsbi";

/** A contender and how far it is. */
export interface Lane {
  readonly id: LaneId;
  /** What computes, once that is known. */
  readonly kernel?: string;
  /** Powers computed in all turns that count. */
  readonly count: number;
  /** The time of these turns. */
  readonly ms: number;
  /** Milliseconds for one power, turn by turn. */
  readonly turns: readonly number[];
  readonly result?: bigint;
}

export interface RaceOptions {
  readonly lanes: readonly LaneId[];
  readonly tier?: Tier | undefined;
  /** Time for each contender. */
  readonly msEach: number;
  readonly signal: AbortSignal;
  /** Called after every turn with the lanes and the part of the race that is over, from 0 to 1. */
  readonly onProgress?: (lanes: readonly Lane[], done: number) => void;
}

const TURN = 60;

/** The contenders, the first of which is ours: who knows the primes of a modulus uses them. */
export function lanesOf(factored: boolean): readonly LaneId[] {
  return factored ? ["crt", "modexp", "bigint", "jsbi"] : ["modexp", "bigint", "jsbi"];
}

/** Resolves to the lanes at the end. */
export function race(problem: Problem, options: RaceOptions): Promise<readonly Lane[]> {
  const { lanes: ids, tier, msEach, signal, onProgress } = options;
  return withWorkers(signal, async (hire) => {
    const lanes = ids.map(newLane);
    const report = () => {
      const over = lanes.reduce((sum, { ms }) => sum + Math.min(ms / msEach, 1), 0);
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
        if (isOver(lane, msEach)) continue;
        const { count, ms, result } = await contender.turn(round === 0 ? 0 : TURN);
        // the engine compiles during the first powers: they count only where one of them takes longer than that
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

/** Whether one more turn would be further from the time than none. */
function isOver({ count, ms }: Lane, msEach: number): boolean {
  return count > 0 && ms + Math.max(TURN, ms / count) / 2 >= msEach;
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

/** Milliseconds for one power: the median of the turns, which does not mind what else the machine does now and then. */
export function time({ turns }: Lane): number | undefined {
  return [...turns].sort((a, b) => a - b)[turns.length >> 1];
}

/** Powers per second; 0 before the first turn that counts. */
export function rate(lane: Lane): number {
  const ms = time(lane);
  return ms === undefined ? 0 : 1000 / ms;
}

/** How many times faster `a` is than `b`; undefined before both have computed something. */
export function ratio(a: Lane | undefined, b: Lane | undefined): number | undefined {
  if (a === undefined || b === undefined || rate(a) === 0 || rate(b) === 0) return undefined;
  return rate(a) / rate(b);
}

/** Whether all lanes have the same result; undefined as long as one has none. */
export function agree(lanes: readonly Lane[]): boolean | undefined {
  if (lanes.length === 0 || lanes.some(({ result }) => result === undefined)) return undefined;
  return lanes.every(({ result }) => result === lanes[0]?.result);
}
