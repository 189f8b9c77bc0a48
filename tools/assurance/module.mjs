// One instance of a built .wasm, called without the package around it: its memory lies open.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/lib/process.mjs";

/** A module of the package, with numbers in and out as lists of 64-bit words, the lowest first. */
export class Module {
  #stage;
  /** The code by its tier: compiling it takes longer than most of what is tried on an instance. */
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
    this.#stage = this.exports.stage_new();
  }

  get stage() {
    return this.#stage;
  }

  /** Writes numbers onto the stage, with room for `room` words at least, and returns where they are. */
  write(numbers, room = 0) {
    const words = numbers.flat();
    const at = this.exports.stage_reserve(this.#stage, Math.max(words.length, room)) >>> 0;
    new BigUint64Array(this.exports.memory.buffer, at, words.length).set(words);
    return at;
  }

  /** The first `count` words of the stage; they are zeroed, as the package does. */
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

/** Two addresses or lengths side by side, as the allocator and lists leave them; 2^31 is the length of a list that is not there. */
export function isBookkeeping(word) {
  const small = (half) => half < 1n << 24n || half === 1n << 31n || half === 0xffff_ffffn;
  return small(word >> 32n) && small(word & 0xffff_ffffn);
}
