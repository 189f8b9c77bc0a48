/** A Web Worker's end of the line. */
import type { Answer, Ready, Start, Task } from "./protocol.js";

// the cast: the library of types for pages describes a page's global object only
const scope = globalThis as unknown as {
  onmessage: (event: { data: Start | Task }) => void;
  postMessage(message: Ready | Answer): void;
};

/** Answers every message. */
export function answerWith(answer: (message: Start | Task) => Ready | Answer): void {
  scope.onmessage = ({ data }) => scope.postMessage(answer(data));
}
