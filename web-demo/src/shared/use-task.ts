/** A panel's work, with its progress, result and a way to stop it. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** The state of the work. */
export type State = "idle" | "running" | "done" | "stopped" | "failed";

/** Work with its signal to stop and its progress callback. */
export type Work<Result, Progress> = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>;

export interface Task<Result, Progress> {
  readonly state: State;
  /** The latest progress of the present or last run. */
  readonly progress: Progress | undefined;
  /** The result of the last finished run. */
  readonly result: Result | undefined;
  /** Why the last run failed. */
  readonly error: string | undefined;
  /** Stops the present run and starts a new one. Resolves to the result; undefined if it was stopped or failed. */
  start(work: Work<Result, Progress>): Promise<Result | undefined>;
  stop(): void;
  /** Stops, and forgets the last run. */
  reset(): void;
}

interface Run<Result, Progress> {
  readonly state: State;
  readonly progress?: Progress | undefined;
  readonly result?: Result | undefined;
  readonly error?: string | undefined;
}

/** A task. It stops when its component unmounts. */
export function useTask<Result, Progress = never>(): Task<Result, Progress> {
  const [run, setRun] = useState<Run<Result, Progress>>({ state: "idle" });
  const current = useRef<AbortController | undefined>(undefined);

  const stop = useCallback(() => current.current?.abort(new DOMException("stopped", "AbortError")), []);
  useEffect(() => stop, [stop]);

  const start = useCallback(
    async (work: Work<Result, Progress>) => {
      stop();
      const controller = new AbortController();
      current.current = controller;
      // ignores updates of an earlier run
      const update = (change: Partial<Run<Result, Progress>>) => {
        if (current.current === controller) setRun((before) => ({ ...before, ...change }));
      };
      update({ state: "running", progress: undefined, result: undefined, error: undefined });
      try {
        const result = await work(controller.signal, (progress) => update({ progress }));
        update({ state: "done", result });
        return result;
      } catch (error) {
        if (controller.signal.aborted) update({ state: "stopped" });
        else update({ state: "failed", error: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    },
    [stop],
  );

  const reset = useCallback(() => {
    stop();
    current.current = undefined;
    setRun({ state: "idle" });
  }, [stop]);

  return { state: run.state, progress: run.progress, result: run.result, error: run.error, start, stop, reset };
}
