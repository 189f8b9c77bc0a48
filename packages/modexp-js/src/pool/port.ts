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
    scope.postMessage("ready" in message ? { ...message, ...heldLock() } : message);
  };
}

/** A lock that is held until this worker ends, however it ends; only pages of secure origins have locks. */
function heldLock(): Pick<Ready, "alive"> {
  if (navigator.locks === undefined) return {};
  const alive = `modexp ${performance.timeOrigin} ${Math.random()}`;
  void navigator.locks.request(alive, () => new Promise(() => {}));
  return { alive };
}
