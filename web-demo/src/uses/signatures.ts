/** RSA signatures, made in a worker. */
import { proxy } from "comlink";
import type { Tier } from "modexp/async";
import { withWorkers } from "../shared/workers.js";
import type { Say } from "./line.js";
import type { Signatures } from "./signatures.worker.js";

export interface Order {
  readonly text: string;
  readonly bits: number;
  readonly tier: Tier | undefined;
}

/** Resolves to whether every check passed. `method` is a plain or a blind signature. */
export function signature(
  method: keyof Signatures,
  { text, bits, tier }: Order,
  signal: AbortSignal,
  say: Say,
): Promise<boolean> {
  return withWorkers(signal, (hire) => {
    const worker = new Worker(new URL("./signatures.worker.ts", import.meta.url), { type: "module" });
    return hire<Signatures>(worker)[method](text, bits, tier, proxy(say));
  });
}
