/** A secret vote, counted without reading a ballot, on all cores. */
import type { Tier } from "modexp/async";
import { cores, onAllCores } from "../shared/cores.js";
import { withWorkers } from "../shared/workers.js";
import { type Say, timed } from "./line.js";
import type { Tally } from "./tally.worker.js";

export const VOTES = 1000;

/** Bits of n; the powers are modulo n², of twice as many. */
const BITS = 2048;

export interface Election {
  readonly yes: number;
  readonly cast: number;
}

/** Resolves to the count. `onProgress` gets the part of the ballots that is encrypted. */
export function tally(
  tier: Tier | undefined,
  signal: AbortSignal,
  say: Say,
  onProgress: (done: number) => void,
): Promise<Election> {
  return withWorkers(signal, async (hire) => {
    const { createPool } = await import("modexp/pool");
    const booth = hire<Tally>(new Worker(new URL("./tally.worker.ts", import.meta.url), { type: "module" }));
    const { n, square, bases } = await timed(
      say,
      `A key of ${BITS} bits, and ${VOTES.toLocaleString("en")} votes`,
      () => booth.open(BITS, VOTES),
      () => "",
    );
    const pool = createPool({ threads: cores(), ...(tier && { tier }) });
    try {
      const exponents = bases.map(() => n);
      const powers = await timed(
        say,
        `${VOTES.toLocaleString("en")} powers modulo n², of ${2 * BITS} bits, ${onAllCores()}`,
        () => pool.powMany(square, bases, exponents, { signal, onProgress: (done, total) => onProgress(done / total) }),
        () => "",
      );
      const { yes, cast, ms } = await booth.count(powers, tier);
      say({ what: "All ballots multiplied, and the product decrypted", detail: `${yes} yes`, ms });
      say({ what: "It is what the voters voted", passed: yes === cast });
      return { yes, cast };
    } finally {
      pool.dispose();
    }
  });
}
