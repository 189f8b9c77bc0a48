/** Arithmetic modulo one number in WebAssembly: stages the arguments of each call. */
import type { Arithmetic } from "../arithmetic/arithmetic.js";
import type { Plan } from "../arithmetic/plan.js";
import type { Bytes } from "../limbs/bytes.js";
import { longestOf } from "../limbs/length.js";
import type { Wasm } from "./exports.js";
import { Handle, prepare, type WasmInstance } from "./instance.js";
import { type StagingBuffer, wordsFor } from "./staging-buffer.js";

/** Powers that are in the staging buffer at a time. */
const BATCH = 64;
/** Powers of one product that are in the staging buffer at a time; they share their squarings. */
const PRODUCT_BATCH = 384;

/** The methods by their numbers in WebAssembly. */
const METHODS: readonly Plan["method"][] = ["fixed-window", "sliding-window", "m-ary"];

/** In a list exponents are padded to whole words: for short ones that costs more than the lanes save. */
function paddingCosts(exponents: readonly bigint[]): boolean {
  const bits = longestOf(exponents);
  return 4 * 64 * Math.ceil(bits / 64) > 5 * bits;
}

/** Whether it is a usual public exponent of RSA. Its powers take no table and the same time for every base. */
function isPublicExponent(exponent: bigint): boolean {
  return exponent === 65537n || exponent === 3n;
}

/** All results of `run(from, to)` over parts of a list of `length`. */
function inBatches(length: number, run: (from: number, to: number) => bigint[], batch = BATCH): bigint[] {
  const results: bigint[] = [];
  for (let from = 0; from < length; from += batch) {
    for (const result of run(from, Math.min(from + batch, length))) results.push(result);
  }
  return results;
}

/** Arithmetic modulo `m` ≥ 1 on an instance. */
export class WasmArithmetic implements Arithmetic {
  readonly #m: bigint;
  /** Words of m, and so of every base and result. */
  readonly #words: number;
  readonly #modulus: Handle;

  constructor(instance: WasmInstance, m: bigint, bits: number) {
    this.#m = m;
    this.#words = Math.ceil(bits / 64);
    this.#modulus = new Handle(
      instance,
      (wasm, staging) => prepare(wasm, staging, m, this.#words),
      (wasm, modulus) => wasm.__wbg_context_free(modulus, 0),
    );
  }

  pow(base: bigint, exponent: bigint): bigint {
    if (isPublicExponent(exponent)) return this.powVartime(base, exponent);
    const words = this.#words;
    return this.#modulus.run((wasm, staging, modulus) => {
      staging.reserve(words + wordsFor(exponent));
      staging.write(0, base, words);
      const exponentWords = staging.writeAll(words, exponent);
      wasm.context_pow(modulus, staging.pointer, words, exponentWords, staging.bitLength(words, exponentWords));
      return staging.take(0, words);
    });
  }

  powVartime(base: bigint, exponent: bigint): bigint {
    const words = this.#words;
    return this.#modulus.run((wasm, staging, modulus) => {
      staging.reserve(words + wordsFor(exponent));
      staging.write(0, base, words);
      wasm.context_pow_vartime(modulus, staging.pointer, words, staging.writeAll(words, exponent));
      return staging.take(0, words);
    });
  }

  powMany(bases: readonly bigint[], exponents: readonly bigint[]): bigint[] {
    if (paddingCosts(exponents)) return bases.map((base, i) => this.pow(base, exponents[i] as bigint));
    return inBatches(bases.length, (from, to) =>
      this.#onLists(
        bases.slice(from, to),
        exponents.slice(from, to),
        (wasm, staging, modulus, count, exponentWords) => {
          wasm.context_pow_many(modulus, staging.pointer, count, this.#words, exponentWords);
          return count;
        },
      ),
    );
  }

  powProduct(bases: readonly bigint[], exponents: readonly bigint[], vartime = false): bigint {
    const product = (from: number, to: number) =>
      this.#onLists(bases.slice(from, to), exponents.slice(from, to), (wasm, staging, modulus, count, _, bits) => {
        wasm.context_pow_product(modulus, staging.pointer, count, this.#words, bits, Number(vartime));
        return 1;
      });
    const parts = inBatches(bases.length, product, PRODUCT_BATCH);
    return parts.reduce((product, part) => (product * part) % this.#m, 1n % this.#m);
  }

  powEach(base: bigint, exponents: readonly bigint[], vartime = false): bigint[] {
    return inBatches(exponents.length, (from, to) =>
      this.#onLists([base], exponents.slice(from, to), (wasm, staging, modulus, count, exponentWords) => {
        wasm.context_pow_each(modulus, staging.pointer, this.#words, count, exponentWords, Number(vartime));
        return count;
      }),
    );
  }

  squareRepeated(a: bigint, count: bigint): bigint {
    const words = this.#words;
    return this.#modulus.run((wasm, staging, modulus) => {
      staging.reserve(words);
      staging.write(0, a, words);
      wasm.context_square_repeated(modulus, staging.pointer, words, count);
      return staging.take(0, words);
    });
  }

  inverse(a: bigint): bigint | undefined {
    const words = this.#words;
    return this.#modulus.run((wasm, staging, modulus) => {
      staging.reserve(words);
      staging.write(0, a, words);
      return wasm.context_inverse(modulus, staging.pointer, words) ? staging.take(0, words) : undefined;
    });
  }

  inverseMany(numbers: readonly bigint[]): bigint[] | undefined {
    const words = this.#words;
    let exist = true;
    const inverses = inBatches(numbers.length, (from, to) =>
      this.#modulus.run((wasm, staging, modulus) => {
        const count = to - from;
        staging.reserve(count * words);
        for (let i = 0; i < count; i++) staging.write(i * words, numbers[from + i] as bigint, words);
        exist &&= wasm.context_inverse_many(modulus, staging.pointer, count, words) !== 0;
        return Array.from({ length: exist ? count : 0 }, (_, i) => staging.take(i * words, words));
      }),
    );
    return exist ? inverses : undefined;
  }

  plan(exponentBits: number, secret: boolean): Plan {
    return this.#modulus.run((wasm, staging, modulus) => {
      wasm.context_plan(modulus, staging.pointer, exponentBits, secret ? 0 : 1);
      const word = (i: number) => Number(staging.take(i, 1));
      const [method, window, squarings, multiplications] = [word(0), word(1), word(2), word(3)];
      return { method: METHODS[method] as Plan["method"], window, squarings, multiplications };
    });
  }

  powBytes(base: Uint8Array, exponent: Uint8Array, byteLength: number): Bytes {
    const baseWords = Math.ceil(base.length / 8);
    const exponentWords = Math.ceil(exponent.length / 8);
    return this.#modulus.run((wasm, staging, modulus) => {
      staging.reserve(Math.max(baseWords + exponentWords, this.#words));
      staging.writeBytes(0, base, baseWords);
      staging.writeBytes(baseWords, exponent, exponentWords);
      wasm.context_pow(modulus, staging.pointer, baseWords, exponentWords, 8 * exponent.length);
      return staging.takeBytes(0, byteLength);
    });
  }

  free(): void {
    this.#modulus.free();
  }

  /** Stages bases and exponents, each kind equally long, and takes the number of results that `call` returns. */
  #onLists(
    bases: readonly bigint[],
    exponents: readonly bigint[],
    call: (wasm: Wasm, staging: StagingBuffer, modulus: number, count: number, words: number, bits: number) => number,
  ): bigint[] {
    const words = this.#words;
    const bits = longestOf(exponents) || 1;
    const exponentWords = Math.ceil(bits / 64);
    const start = bases.length * words;
    return this.#modulus.run((wasm, staging, modulus) => {
      staging.reserve(Math.max(start, exponents.length * words) + exponents.length * exponentWords);
      for (const [i, base] of bases.entries()) staging.write(i * words, base, words);
      for (const [i, exponent] of exponents.entries())
        staging.write(start + i * exponentWords, exponent, exponentWords);
      const results = call(wasm, staging, modulus, exponents.length, exponentWords, bits);
      return Array.from({ length: results }, (_, i) => staging.take(i * words, words));
    });
  }
}
