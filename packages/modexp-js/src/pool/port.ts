/** A Web Worker's end of the line. */
import type { Answer, Ready, Start, Task } from "./protocol.js";

// the cast: the library of types for pages describes a page's global object only
const scope = globalThis as unknown as {
  onmessage: (event: { data: Start | Task }) => void;
  postMessage(message: Ready | Answer): void;
};

/** Answers every message. */
export function answerWith(answer: (message: Start | Task) => Ready | Answer): void {
  scope.onmessage = ({ data }) => {
    const message = answer(data);
    if ("ready" in message) withLock((held) => scope.postMessage({ ...message, ...held }));
    else scope.postMessage(message);
  };
}

/**
 * Calls `report` with the name of a lock once it is held. The worker holds it until it ends, however it ends. An earlier report
 * would let the pool get the lock and take the worker for dead. Only pages of secure origins have locks.
 */
function withLock(report: (held: Pick<Ready, "alive">) => void): void {
  if (navigator.locks === undefined) {
    report({});
    return;
  }
  const alive = `modexp ${performance.timeOrigin} ${Math.random()}`;
  const hold = () => {
    report({ alive });
    return new Promise(() => {});
  };
  // the browser refuses locks to documents of no origin
  navigator.locks.request(alive, hold).catch(() => report({}));
}
