/** A secret vote on all cores, counted without reading a ballot. */
import type { Tier } from "modexp/async";
import { cores, onAllCores } from "../shared/cores.js";
import { withWorkers } from "../shared/workers.js";
import { type Say, timed } from "./line.js";
import type { Tally } from "./tally.worker.js";

export const VOTES = 1000;

/** Bits of n; the powers are modulo n², with twice as many. */
const BITS = 2048;

/** Ballots between two reports, which take a fraction of a second. */
const BATCH = 100;

export interface Election {
  readonly yes: number;
  readonly cast: number;
}

/** Resolves to the count. `onProgress` gets the encrypted part of the ballots. */
export function tally(
  tier: Tier | undefined,
  signal: AbortSignal,
  say: Say,
  onProgress: (done: number) => void,
): Promise<Election> {
  return withWorkers(signal, async (hire) => {
    const [{ createPool }, { createModexp }] = await Promise.all([import("modexp/pool"), import("modexp/async")]);
    const booth = hire<Tally>(new Worker(new URL("./tally.worker.ts", import.meta.url), { type: "module" }));
    const { tables, exponents } = await timed(
      say,
      `A key of ${BITS} bits, ${VOTES.toLocaleString("en")} votes, and tables of the key’s base h`,
      () => booth.open(BITS, VOTES, tier),
      () => "",
    );
    const { FixedBase } = await createModexp(tier && { tier });
    const h = FixedBase.fromBytes(tables);
    const pool = createPool({ threads: cores(), ...(tier && { tier }) });
    const encrypt = async () => {
      const powers: bigint[] = [];
      while (powers.length < VOTES) {
        const batch = exponents.slice(powers.length, powers.length + BATCH);
        powers.push(...(await pool.powFixedBase(h, batch, { signal })));
        onProgress(powers.length / VOTES);
      }
      return powers;
    };
    try {
      const powers = await timed(
        say,
        `${VOTES.toLocaleString("en")} powers h^r modulo n², of ${2 * BITS} bits, ${onAllCores()}`,
        encrypt,
        () => "",
      );
      const { yes, cast, ms, python } = await booth.count(powers, tier);
      say({ what: "All ballots multiplied, and the product decrypted", detail: `${yes} yes`, ms });
      say({ what: "It is what the voters voted", passed: yes === cast, python });
      return { yes, cast };
    } finally {
      pool.dispose();
      h.dispose();
    }
  });
}
