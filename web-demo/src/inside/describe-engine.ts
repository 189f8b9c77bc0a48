/** What computes in this browser, asked in a worker: the page itself stays free. */
import type { Tier } from "modexp/async";
import { withWorkers } from "../shared/workers.js";
import type { EngineReport, EngineWorker } from "./engine.worker.js";

export function describeEngine(tier: Tier | undefined, signal: AbortSignal): Promise<EngineReport> {
  return withWorkers(signal, (hire) =>
    hire<EngineWorker>(new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" })).describe(tier),
  );
}
