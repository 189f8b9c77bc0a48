/** Describes the engine in this browser. A worker computes it, so the page stays responsive. */
import type { Tier } from "modexp/async";
import { withWorkers } from "../shared/workers.js";
import type { EngineReport, EngineWorker } from "./engine.worker.js";

export function describeEngine(tier: Tier | undefined, signal: AbortSignal): Promise<EngineReport> {
  return withWorkers(signal, (hire) =>
    hire<EngineWorker>(new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" })).describe(tier),
  );
}
