/** Arithmetic modulo one number in WebAssembly: what each call stages, and what becomes of a trap. */
import type { Arithmetic } from "./arithmetic.js";
import { Stage, wordsFor } from "./limbs.js";
import { instantiate, isTrap, type Wasm } from "./load.js";

/** Exponentiations that are staged at a time. */
const BATCH = 64;

/** One instance of a module, replaced by a fresh one after a trap, so that it can be used whatever happened. */
export class Machine {
  readonly #module: WebAssembly.Module;
  #wasm: Wasm;
  #stage: Stage;
  #generation = 0;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#wasm = instantiate(module);
    this.#stage = new Stage(this.#wasm);
  }

  /** Counts the instances: what was made in an earlier one is gone. */
  get generation(): number {
    return this.#generation;
  }

  /** Calls into the instance. Running out of memory is a trap there, and a RangeError here. */
  run<T>(call: (wasm: Wasm, stage: Stage) => T): T {
    try {
      return call(this.#wasm, this.#stage);
    } catch (error) {
      // the stack and the heap of the old instance are in an unknown state
      this.#generation++;
      this.#wasm = instantiate(this.#module);
      this.#stage = new Stage(this.#wasm);
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

/** Arithmetic modulo `m` ≥ 1 on a machine. */
export class WasmArithmetic implements Arithmetic {
  readonly #machine: Machine;
  readonly #m: bigint;
  /** Words of m, and so of every base and result. */
  readonly #words: number;
  #context = 0;
  #generation = -1;

  constructor(machine: Machine, m: bigint, bitLength: number) {
    this.#machine = machine;
    this.#m = m;
    this.#words = Math.ceil(bitLength / 64);
  }

  pow(base: bigint, exponent: bigint): bigint {
    const words = this.#words;
    return this.#run((wasm, stage, context) => {
      stage.reserve(words + wordsFor(exponent));
      stage.write(0, base, words);
      const exponentWords = stage.writeAll(words, exponent);
      wasm.context_pow(context, stage.pointer, words, exponentWords, stage.bitLength(words, exponentWords));
      return stage.take(0, words);
    });
  }

  powVartime(base: bigint, exponent: bigint): bigint {
    const words = this.#words;
    return this.#run((wasm, stage, context) => {
      stage.reserve(words + wordsFor(exponent));
      stage.write(0, base, words);
      wasm.context_pow_vartime(context, stage.pointer, words, stage.writeAll(words, exponent));
      return stage.take(0, words);
    });
  }

  powMany(bases: readonly bigint[], exponents: readonly bigint[]): bigint[] {
    const powers: bigint[] = [];
    for (let i = 0; i < bases.length; i += BATCH) {
      powers.push(...this.#powBatch(bases.slice(i, i + BATCH), exponents.slice(i, i + BATCH)));
    }
    return powers;
  }

  squareRepeated(a: bigint, count: bigint): bigint {
    const words = this.#words;
    return this.#run((wasm, stage, context) => {
      stage.reserve(words);
      stage.write(0, a, words);
      wasm.context_square_repeated(context, stage.pointer, words, count);
      return stage.take(0, words);
    });
  }

  inverse(a: bigint): bigint | undefined {
    const words = this.#words;
    return this.#run((wasm, stage, context) => {
      stage.reserve(words);
      stage.write(0, a, words);
      return wasm.context_inverse(context, stage.pointer, words) ? stage.take(0, words) : undefined;
    });
  }

  powBytes(base: Uint8Array, exponent: Uint8Array, byteLength: number): Uint8Array {
    const baseWords = Math.ceil(base.length / 8);
    const exponentWords = Math.ceil(exponent.length / 8);
    return this.#run((wasm, stage, context) => {
      stage.reserve(Math.max(baseWords + exponentWords, this.#words));
      stage.writeBytes(0, base, baseWords);
      stage.writeBytes(baseWords, exponent, exponentWords);
      wasm.context_pow(context, stage.pointer, baseWords, exponentWords, 8 * exponent.length);
      return stage.takeBytes(0, byteLength);
    });
  }

  free(): void {
    const context = this.#context;
    if (context === 0) return;
    this.#context = 0;
    if (this.#generation === this.#machine.generation) {
      this.#machine.run((wasm) => wasm.__wbg_context_free(context, 0));
    }
  }

  #powBatch(bases: readonly bigint[], exponents: readonly bigint[]): bigint[] {
    const words = this.#words;
    const exponentWords = Math.max(...exponents.map(wordsFor));
    const count = bases.length;
    return this.#run((wasm, stage, context) => {
      stage.reserve(count * (words + exponentWords));
      bases.forEach((base, i) => {
        stage.write(i * words, base, words);
      });
      exponents.forEach((exponent, i) => {
        stage.write(count * words + i * exponentWords, exponent, exponentWords);
      });
      wasm.context_pow_many(context, stage.pointer, count, words, exponentWords);
      return bases.map((_, i) => stage.take(i * words, words));
    });
  }

  /** Runs a call with this modulus's context, made at first use and again after a trap took the old instance away. */
  #run<T>(call: (wasm: Wasm, stage: Stage, context: number) => T): T {
    return this.#machine.run((wasm, stage) => {
      if (this.#generation !== this.#machine.generation) {
        stage.reserve(this.#words);
        stage.write(0, this.#m, this.#words);
        this.#context = wasm.context_prepare(stage.pointer, this.#words);
        this.#generation = this.#machine.generation;
      }
      return call(wasm, stage, this.#context);
    });
  }
}
