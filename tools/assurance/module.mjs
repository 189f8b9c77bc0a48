// One instance of a built .wasm without the package around it, with accessible memory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/process.mjs";

/** A module of the package. Numbers are lists of 64-bit words, the lowest first. */
export class Module {
  #stagingBuffer;
  /** The compiled code of each tier: compiling takes longer than most tests. */
  static #compiled = new Map();

  constructor(tier) {
    if (!Module.#compiled.has(tier)) {
      const bytes = readFileSync(join(ROOT, `packages/modexp-js/wasm/modexp-${tier}.wasm`));
      Module.#compiled.set(tier, new WebAssembly.Module(bytes));
    }
    const module = Module.#compiled.get(tier);
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] = { ...imports[from], [name]: () => {} };
    }
    this.exports = new WebAssembly.Instance(module, imports).exports;
    this.#stagingBuffer = this.exports.stagingbuffer_new();
  }

  get stagingBuffer() {
    return this.#stagingBuffer;
  }

  /** Writes numbers to the staging buffer, with at least `room` words, and returns their address. */
  write(numbers, room = 0) {
    const words = numbers.flat();
    const at = this.exports.stagingbuffer_reserve(this.#stagingBuffer, Math.max(words.length, room)) >>> 0;
    new BigUint64Array(this.exports.memory.buffer, at, words.length).set(words);
    return at;
  }

  /** The first `count` words of the staging buffer; it zeroes them, as the package does. */
  take(at, count) {
    const words = new BigUint64Array(this.exports.memory.buffer, at, count);
    const copy = [...words];
    words.fill(0n);
    return copy;
  }
}

/** x as `count` words. */
export function toWords(x, count) {
  return Array.from({ length: count }, (_, i) => BigInt.asUintN(64, x >> BigInt(64 * i)));
}

export function fromWords(words) {
  return words.reduceRight((x, word) => (x << 64n) | word, 0n);
}

/** Whether a word is two addresses or lengths, as of allocations and lists; 2^31 is the length of an absent list. */
export function isBookkeeping(word) {
  const small = (half) => half < 1n << 24n || half === 1n << 31n || half === 0xffff_ffffn;
  return small(word >> 32n) && small(word & 0xffff_ffffn);
}
