/** Workers for one task, or kept for several. */
import { type Remote, wrap } from "comlink";

/** Adds a new worker to the task, and returns its exposed interface. */
export type Hire = <Api>(worker: Worker) => Remote<Api>;

/** A worker until it ends. */
class Hired<Api> {
  readonly api: Remote<Api>;
  /** Rejects when the worker ends, with the reason. */
  readonly ended: Promise<never>;
  isOver = false;
  readonly #worker: Worker;
  #fail: (reason: unknown) => void = () => {};

  constructor(worker: Worker) {
    this.#worker = worker;
    this.api = wrap<Api>(worker);
    this.ended = new Promise<never>((_resolve, reject) => {
      this.#fail = reject;
    });
    // it may end when nobody waits for it
    this.ended.catch(() => {});
    worker.addEventListener("error", (event) => {
      this.end(new Error(event.message || "a worker could not be started"));
    });
  }

  end(reason: unknown): void {
    this.isOver = true;
    this.#worker.terminate();
    this.#fail(reason);
  }
}

/** Does `work`, and calls `stop` as soon as `signal` is aborted. */
async function untilAborted<Result>(
  signal: AbortSignal,
  stop: (reason: unknown) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const abort = () => stop(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/**
 * Does `work` with the workers that it hires, and terminates them at its end, also after an error.
 *
 * Rejects with the reason of `signal` as soon as it is aborted. A worker does not receive messages during a long power,
 * so terminating it is the only way to stop it.
 */
export async function withWorkers<Result>(signal: AbortSignal, work: (hire: Hire) => Promise<Result>): Promise<Result> {
  const workers: Hired<unknown>[] = [];
  let fail: (reason: unknown) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const hire: Hire = <Api>(worker: Worker) => {
    const hired = new Hired<Api>(worker);
    workers.push(hired as Hired<unknown>);
    hired.ended.catch(fail);
    return hired.api;
  };
  try {
    return await untilAborted(signal, fail, () => Promise.race([work(hire), broken]));
  } finally {
    for (const worker of workers) worker.end(signal.reason);
  }
}

/** A worker that stays after its work, so that the next work finds it warm. Stopping the work ends the worker. */
export class KeptWorker<Api> {
  readonly #start: () => Worker;
  #hired: Hired<Api> | undefined;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Does `work`. Rejects with the reason of `signal` as soon as it is aborted. */
  use<Result>(signal: AbortSignal, work: (api: Remote<Api>) => Promise<Result>): Promise<Result> {
    if (this.#hired === undefined || this.#hired.isOver) this.#hired = new Hired(this.#start());
    const hired = this.#hired;
    return untilAborted(
      signal,
      (reason) => hired.end(reason),
      () => Promise.race([work(hired.api), hired.ended]),
    );
  }
}
