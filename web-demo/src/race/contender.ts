/** What every contender of the race does in its worker: prepare a problem, then compute it again and again in turns. */
import type { Tier } from "modexp/async";
import type { Problem } from "../shared/problems.js";

/** What came of a turn. */
export interface Turn {
  /** Powers computed. */
  readonly count: number;
  /** The time they took. */
  readonly ms: number;
  readonly result: bigint;
}

/** How to compute: `undefined` is what modexp chooses. */
export interface Manner {
  readonly tier?: Tier | undefined;
  /** Use the problem's primes. */
  readonly crt?: boolean;
}

export interface Contender {
  /** Resolves to the name of what computes. */
  prepare(problem: Problem, manner: Manner): Promise<string> | string;
  /** Computes for `ms` milliseconds, but at least once. */
  turn(ms: number): Turn;
}

/** A contender from what it does with a problem. */
export function contender(
  prepare: (problem: Problem, manner: Manner) => Promise<[() => bigint, string]> | [() => bigint, string],
): Contender {
  let power: (() => bigint) | undefined;
  return {
    async prepare(problem, manner) {
      const [prepared, name] = await prepare(problem, manner);
      power = prepared;
      return name;
    },
    turn(ms) {
      if (power === undefined) throw new Error("prepare a problem before the first turn");
      const start = performance.now();
      for (let count = 1; ; count++) {
        const result = power();
        const elapsed = performance.now() - start;
        if (elapsed >= ms) return { count, ms: elapsed, result };
      }
    },
  };
}
