/** Web Workers, as the pool uses them. */

import type { Answer, Ready, Spawn } from "./protocol.js";
import text from "./worker.text.js";

/** Starts the file next to this one. Bundlers find it by exactly this form. */
const fromFile: Spawn = (events) =>
  watched(new Worker(new URL("./pool-worker.js", import.meta.url), { type: "module" }), events);

/** Starts the text inside the package, where the file is missing or of another origin. */
const fromText: Spawn = (events) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const worker = new Worker(url);
  return watched(worker, events, () => URL.revokeObjectURL(url));
};

/** The ways of making a thread, the best first. */
export const spawns: readonly Spawn[] = [fromFile, fromText];

/** The number of threads that this machine runs at the same time. */
export function parallelism(): number {
  return navigator.hardwareConcurrency ?? 1;
}

function watched(worker: Worker, { onMessage, onDeath }: Parameters<Spawn>[0], clean = () => {}): ReturnType<Spawn> {
  worker.onmessage = ({ data }: MessageEvent<Ready | Answer>) => {
    onMessage(data);
    // a worker may end without any event, but then its lock is free
    if ("alive" in data) void navigator.locks.request(data.alive, () => onDeath(new Error("it ended without a word")));
  };
  worker.onmessageerror = () => onDeath(new Error("a message of the worker could not be read"));
  worker.onerror = (event) => {
    // without a message the script could not be had at all
    onDeath(new Error(event.message ?? "its script could not be loaded"));
  };
  return {
    post: (message) => worker.postMessage(message),
    // pages end independently of their workers
    hold() {},
    terminate() {
      worker.terminate();
      clean();
    },
  };
}
