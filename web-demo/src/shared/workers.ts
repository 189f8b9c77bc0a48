/** Workers for one piece of work, which end with it. */
import { type Remote, wrap } from "comlink";

/** Takes a new worker into the work, and gives what it exposes. */
export type Hire = <Api>(worker: Worker) => Remote<Api>;

/**
 * Does `work` with the workers that it hires. They are terminated when it is done, however it ends.
 *
 * Rejects with the reason of `signal` as soon as that is aborted: a worker in the midst of a long power hears no message,
 * so the end of the worker is the only way to stop it.
 */
export async function withWorkers<Result>(signal: AbortSignal, work: (hire: Hire) => Promise<Result>): Promise<Result> {
  const workers: Worker[] = [];
  let fail: (reason: unknown) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const stop = () => fail(signal.reason);
  const hire: Hire = <Api>(worker: Worker) => {
    workers.push(worker);
    worker.addEventListener("error", (event) => fail(new Error(event.message || "a worker could not be started")));
    return wrap<Api>(worker);
  };

  signal.throwIfAborted();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(hire), broken]);
  } finally {
    signal.removeEventListener("abort", stop);
    for (const worker of workers) worker.terminate();
  }
}
