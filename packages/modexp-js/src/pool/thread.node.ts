/** Node's worker threads, as the pool uses them; Deno and Bun have them too. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Spawn } from "./protocol.js";
import text from "./worker.text.js";

/** Not this process's options: some are for its main script only. */
const execArgv: string[] = [];

/** Starts the file next to this one. Bundlers find it by exactly this form. */
const fromFile: Spawn = (events) =>
  watched(new Worker(new URL("./pool-worker.node.js", import.meta.url), { execArgv }), events);

/** Starts the text inside the package, where a bundle omits the file. */
const fromText: Spawn = (events) => watched(new Worker(text, { eval: true, execArgv }), events);

/** The ways of making a thread, the best first. */
export const spawns: readonly Spawn[] = [fromFile, fromText];

/** The number of threads that this machine runs at the same time. */
export function parallelism(): number {
  return availableParallelism();
}

function watched(worker: Worker, { onMessage, onDeath }: Parameters<Spawn>[0]): ReturnType<Spawn> {
  worker.on("message", onMessage);
  worker.on("messageerror", onDeath);
  worker.on("error", onDeath);
  worker.on("exit", (code) => onDeath(new Error(`it ended with exit code ${code}`)));
  // an idle thread lets the process end
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}
