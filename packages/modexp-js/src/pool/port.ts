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
 * Calls `report` with the name of a lock that is held from now on until this worker ends, however it ends. Not before it is
 * held: a request that comes too soon gets it, and takes the worker for dead. Only pages of secure origins have locks.
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
  // where documents of no origin are refused locks, there is none
  navigator.locks.request(alive, hold).catch(() => report({}));
}
