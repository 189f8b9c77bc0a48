/** The worker side of a contender: prepares a problem, then computes it repeatedly in turns. */
import type { Tier } from "modexp/async";
import { type Turn, turn } from "../shared/measure.js";
import type { Problem } from "../shared/problems.js";

/** How to compute; `undefined` leaves the choice to modexp. */
export interface Manner {
  readonly tier?: Tier | undefined;
  /** Whether to use the problem's primes. */
  readonly crt?: boolean;
}

export interface Contender {
  /** Resolves to the name of the method. */
  prepare(problem: Problem, manner: Manner): Promise<string> | string;
  /** Computes for `ms` milliseconds, but at least once. */
  turn(ms: number): Turn<bigint>;
}

/** Creates a contender from its `prepare`. */
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
