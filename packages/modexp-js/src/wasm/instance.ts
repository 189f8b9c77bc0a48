/** Objects in WebAssembly's memory, and recovery from a trap. */

import { failure, rangeError, withCode } from "../limbs/errors.js";
import { instantiate, isPanic, isTrap, type Module, type Staged, type Wasm } from "./exports.js";
import { StagingBuffer } from "./staging-buffer.js";

/** A refusal by a module, with its code. The instance has not failed. */
export class Refusal {
  constructor(readonly code: number) {}
}

/** Where the stack that the compiler makes in WebAssembly's memory begins; it grows down to 0. The linker puts it first. */
const STACK_TOP = 1 << 20;

/** How deep calls go, at most, by an export of the module: of pairings of today, of historical ones, and of curves. */
const DEPTHS = [
  ["groups_precompile", 1 << 16],
  ["groups_named", 1 << 18],
  ["context_msm", 1 << 14],
] as const;

/** How deep calls of powers go, at most; 2.1 KiB were measured. */
const POWERS_DEPTH = 1 << 12;

/**
 * One instance of a module. A fresh one replaces it after a trap, so it stays usable. It zeroes the used part of its stack after each
 * call: digits of exponents and words of primes are there.
 */
export class WasmInstance<W extends Staged = Wasm> {
  /** The module of the instance. */
  readonly module: Module;
  #open: Open<W> | undefined;
  #generation = 0;

  constructor(module: Module) {
    this.module = module;
    this.run(() => {});
  }

  /** Counts the instances. Objects of an earlier instance are gone. */
  get generation(): number {
    return this.#generation;
  }

  /** Calls into the instance. Running out of memory is a trap there, and a RangeError here. */
  run<T>(call: (wasm: W, staging: StagingBuffer) => T): T {
    try {
      this.#open ??= open<W>(this.module);
      const { wasm, staging } = this.#open;
      try {
        return call(wasm, staging);
      } finally {
        zeroStack(this.#open);
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // its stack and heap are in an unknown state; the next call makes a new instance, or tries to
      this.#open = undefined;
      this.#generation++;
      // an engine without memory for an instance throws a RangeError of its own
      if (error instanceof RangeError && !("code" in error)) throw withCode(error, "MODEXP_MEMORY");
      if (isPanic(error)) {
        const message =
          "machine code stopped at an error of its own; the next call starts afresh, or set MODEXP_NATIVE=0";
        throw failure(message, "MODEXP_PANIC", { cause: error });
      }
      if (!isTrap(error)) throw error;
      throw rangeError("not enough memory in WebAssembly for this calculation; pass smaller numbers", "MODEXP_MEMORY", {
        cause: error,
      });
    }
  }

  /** The name of the kernel that computes modulo numbers of `bits` bits. */
  kernel(this: WasmInstance, bits: number): string {
    return this.run((wasm, staging) => staging.takeText(wasm.kernel(staging.pointer, bits)));
  }
}

/** The exports of a module, its staging buffer, and the used part of its stack, which is empty after the memory has grown. */
interface Open<W> {
  readonly wasm: W;
  readonly staging: StagingBuffer;
  stack: Uint8Array;
}

function open<W extends Staged>(module: Module): Open<W> {
  const wasm = instantiate<W>(module);
  return { wasm, staging: new StagingBuffer(wasm), stack: new Uint8Array() };
}

/** Nothing runs in the instance now, so that all of its stack is free. Machine code has the stack of the thread, as in Rust. */
function zeroStack<W extends Staged>(opened: Open<W>): void {
  const { wasm } = opened;
  if ("start" in wasm.memory) return;
  if (opened.stack.length === 0) {
    const depth = DEPTHS.find(([name]) => name in wasm)?.[1] ?? POWERS_DEPTH;
    opened.stack = new Uint8Array(wasm.memory.buffer, STACK_TOP - depth, depth);
  }
  opened.stack.fill(0);
}

/** The owner of an object in an instance. */
export interface Owner<W extends Staged = Wasm> {
  /** Calls into the instance with the pointer of the object. */
  run<T>(call: (wasm: W, staging: StagingBuffer, pointer: number) => T): T;
  free(): void;
}

/** An object in an instance: made at first use, and again after a trap replaced the instance. */
export class Handle<W extends Staged = Wasm> implements Owner<W> {
  readonly #instance: WasmInstance<W>;
  readonly #make: (wasm: W, staging: StagingBuffer) => number;
  readonly #free: (wasm: W, pointer: number) => void;
  #pointer = 0;
  #generation = -1;

  constructor(
    instance: WasmInstance<W>,
    make: (wasm: W, staging: StagingBuffer) => number,
    free: (wasm: W, pointer: number) => void,
  ) {
    this.#instance = instance;
    this.#make = make;
    this.#free = free;
  }

  run<T>(call: (wasm: W, staging: StagingBuffer, pointer: number) => T): T {
    return this.#instance.run((wasm, staging) => {
      if (this.#generation !== this.#instance.generation) {
        this.#pointer = this.#make(wasm, staging);
        this.#generation = this.#instance.generation;
      }
      return call(wasm, staging, this.#pointer);
    });
  }

  free(): void {
    if (this.#generation !== this.#instance.generation) return;
    this.#generation = -1;
    try {
      this.#instance.run((wasm) => this.#free(wasm, this.#pointer));
    } catch {
      // after a trap the instance is gone, and with it what was to be freed
    }
  }
}

/** Prepares the modulus m of `words` words. */
export function prepare(wasm: Wasm, staging: StagingBuffer, m: bigint, words: number): number {
  staging.reserve(words);
  staging.write(0, m, words);
  return wasm.context_prepare(staging.pointer, words);
}
