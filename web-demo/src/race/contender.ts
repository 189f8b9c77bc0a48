/** What every contender of the race does in its worker: prepare a problem, then compute it again and again in turns. */
import type { Tier } from "modexp/async";
import { type Turn, turn } from "../shared/measure.js";
import type { Problem } from "../shared/problems.js";

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
  turn(ms: number): Turn<bigint>;
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
      return turn(power, ms);
    },
  };
}
