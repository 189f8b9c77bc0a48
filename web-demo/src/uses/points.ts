/** A Diffie–Hellman agreement on an elliptic curve, computed in a worker. */
import { proxy } from "comlink";
import { withWorkers } from "../shared/workers.js";
import type { Say } from "./line.js";
import type { CurveName, Points } from "./points.worker.js";

/** Resolves to whether every check passed. */
export function pointAgreement(name: CurveName, signal: AbortSignal, say: Say): Promise<boolean> {
  return withWorkers(signal, (hire) => {
    const worker = new Worker(new URL("./points.worker.ts", import.meta.url), { type: "module" });
    return hire<Points>(worker).agree(name, proxy(say));
  });
}
