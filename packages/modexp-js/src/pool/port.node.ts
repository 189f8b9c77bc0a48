/** A worker thread's end of the line. */
import { parentPort } from "node:worker_threads";
import type { Answer, Ready, Start, Task } from "./protocol.js";

/** Answers every message. */
export function answerWith(answer: (message: Start | Task) => Ready | Answer): void {
  parentPort?.on("message", (message) => parentPort?.postMessage(answer(message)));
}
