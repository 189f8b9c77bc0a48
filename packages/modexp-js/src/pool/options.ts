/** The options of a pool. */

import { type Int, isFunction, ownOptions, reading, show } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import type { Limits } from "../limbs/length.js";
import type { Tier } from "../wasm/features.js";

/** Threads that a pool may have. */
export const MOST_THREADS = 1024;

/** Options of `createPool`. */
export interface PoolOptions extends Limits {
  /** How many threads there are at most, 1 to 1024; by default as many as the machine runs side by side. */
  readonly threads?: number;
  /** The set of kernels, as for `createModexp`. */
  readonly tier?: Tier;
}

/** `AbortSignal`; what is needed of it where TypeScript does not know it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : { readonly aborted: boolean; readonly reason?: unknown };

/** Options of each call. */
export interface TaskOptions {
  /** Ends the call, which rejects with the signal's reason, and the threads that work for it. */
  readonly signal?: Signal;
  /** Called after each part with how many of all items are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A modulus: a number, or an object that has it as `value`, like a `Modulus`. */
export type PoolModulus =
  | Int
  | {
      /** The number. */
      readonly value: bigint;
    };

/** The options of a call, by default none. @throws TypeError if one is of the wrong type. */
export function checkTask(options: TaskOptions | undefined): CheckedOptions {
  const example = "{ signal: AbortSignal.timeout(1000) }";
  const { signal, onProgress } = ownOptions(options, ["signal", "onProgress"], example);
  if (signal !== undefined && !isSignal(signal)) throw typeError(`signal must be an AbortSignal, got ${show(signal)}`);
  if (onProgress !== undefined && !isFunction(onProgress)) {
    throw typeError(`onProgress must be a function, got ${show(onProgress)}`);
  }
  return { signal, onProgress };
}

/** The options of a call, read and checked. */
export interface CheckedOptions {
  readonly signal: Signal | undefined;
  readonly onProgress: TaskOptions["onProgress"];
}

/** A controller that aborts when the signal is aborted, and by its own `abort`. */
export function stoppedBy(signal: Signal | undefined): AbortController {
  signal?.throwIfAborted();
  const stop = new AbortController();
  signal?.addEventListener("abort", () => stop.abort(signal.reason), { signal: stop.signal });
  return stop;
}

/** Recognised by its structure: some engines get it from a library. */
function isSignal(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isMethod = (name: string) => isFunction(Reflect.get(value, name));
  return reading(
    value,
    () => typeError(`signal must be an AbortSignal, got ${show(value)}`),
    () => isMethod("throwIfAborted") && isMethod("addEventListener"),
  );
}
