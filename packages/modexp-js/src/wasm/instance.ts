/** What lives in WebAssembly's memory, and what becomes of a trap. */
import { Stage } from "./staging-buffer.js";
import type { WasmModule } from "./compile.js";
import { instantiate, isTrap, type Wasm } from "./exports.js";

/** One instance of a module, replaced by a fresh one after a trap, so that it can be used whatever happened. */
export class Machine {
  readonly #module: WasmModule;
  #open: Open | undefined;
  #generation = 0;

  constructor(module: WasmModule) {
    this.#module = module;
    this.run(() => {});
  }

  /** Counts the instances: what was made in an earlier one is gone. */
  get generation(): number {
    return this.#generation;
  }

  /** Calls into the instance. Running out of memory is a trap there, and a RangeError here. */
  run<T>(call: (wasm: Wasm, stage: Stage) => T): T {
    try {
      this.#open ??= open(this.#module);
      return call(this.#open.wasm, this.#open.stage);
    } catch (error) {
      // its stack and heap are in an unknown state; the next call makes a new instance, or tries to
      this.#open = undefined;
      this.#generation++;
      if (!isTrap(error)) throw error;
      throw new RangeError("not enough memory in WebAssembly for this calculation; pass smaller numbers", {
        cause: error,
      });
    }
  }

  /** The name of the kernel that computes modulo numbers of `bits` bits. */
  kernel(bits: number): string {
    return this.run((wasm, stage) => stage.takeText(wasm.kernel(stage.pointer, bits)));
  }
}

/** An instance and its stage. */
interface Open {
  readonly wasm: Wasm;
  readonly stage: Stage;
}

function open(module: WasmModule): Open {
  const wasm = instantiate(module);
  return { wasm, stage: new Stage(wasm) };
}

/** Something that lives in an instance: made at first use, and again after a trap took the old instance away. */
export class Handle {
  readonly #machine: Machine;
  readonly #make: (wasm: Wasm, stage: Stage) => number;
  readonly #free: (wasm: Wasm, pointer: number) => void;
  #pointer = 0;
  #generation = -1;

  constructor(
    machine: Machine,
    make: (wasm: Wasm, stage: Stage) => number,
    free: (wasm: Wasm, pointer: number) => void,
  ) {
    this.#machine = machine;
    this.#make = make;
    this.#free = free;
  }

  run<T>(call: (wasm: Wasm, stage: Stage, pointer: number) => T): T {
    return this.#machine.run((wasm, stage) => {
      if (this.#generation !== this.#machine.generation) {
        this.#pointer = this.#make(wasm, stage);
        this.#generation = this.#machine.generation;
      }
      return call(wasm, stage, this.#pointer);
    });
  }

  free(): void {
    if (this.#generation !== this.#machine.generation) return;
    this.#generation = -1;
    try {
      this.#machine.run((wasm) => this.#free(wasm, this.#pointer));
    } catch {
      // after a trap the instance is gone, and with it what was to be freed
    }
  }
}

/** Makes a context modulo m of `words` words. */
export function prepare(wasm: Wasm, stage: Stage, m: bigint, words: number): number {
  stage.reserve(words);
  stage.write(0, m, words);
  return wasm.context_prepare(stage.pointer, words);
}
