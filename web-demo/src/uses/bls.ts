/** A signature of three signers, made and checked in a worker. */
import { proxy } from "comlink";
import { withWorkers } from "../shared/workers.js";
import type { Bls } from "./bls.worker.js";
import type { Say } from "./line.js";

/** Resolves to whether every check passed. */
export function jointSignature(text: string, signal: AbortSignal, say: Say): Promise<boolean> {
  return withWorkers(signal, (hire) => {
    const worker = new Worker(new URL("./bls.worker.ts", import.meta.url), { type: "module" });
    return hire<Bls>(worker).sign(text, proxy(say));
  });
}
