/**
 * Integers as little-endian 64-bit words in WebAssembly's memory, and back. The only file that knows the layout.
 *
 * A store into a BigUint64Array keeps the low 64 bits, so a short number is written by storing and shifting; a long one
 * is halved first, or goes through hexadecimal text where the engine decodes that into bytes natively. ns, 256 and
 * 2048 bits, by storing and shifting | by `setFromHex` and `toHex`:
 *
 * | | Node 24 | Node 26 | Deno 2.9 | Bun 1.4 |
 * |---|---|---|---|---|
 * | in | 46, 499 | 41, 452 / 142, 711 | 31, 402 / 81, 336 | 83, 2204 / 130, 489 |
 * | out | 81, 945 | 68, 774 / 163, 760 | 50, 761 / 137, 461 | 204, 3671 / 191, 660 |
 *
 * Slower throughout: `asUintN` before each store, TextEncoder and a parser in WebAssembly, a table of byte texts.
 */

import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";
import { bitLength } from "../limbs/length.js";
import type { Staged } from "./exports.js";

/** Up to this many words a number is stored word by word. */
const SHORT_WORDS = 16;
const SHORT = 1n << 1024n;

/** Room for every number of a common size, so that the buffer seldom grows. */
const SMALLEST_CAPACITY = 256;

/** The hexadecimal methods that newer engines give to Uint8Array. */
interface HexBytes {
  setFromHex(text: string): unknown;
  toHex(): string;
}

/** `bytes` with those methods, where `hasHex` says that the engine has them. */
const withHex = (bytes: Uint8Array) => bytes as Uint8Array & HexBytes;
const hasHex = "setFromHex" in Uint8Array.prototype && "toHex" in Uint8Array.prototype;

/** A number of words that is at least the length of x ≥ 0: for a short x more. */
export function wordsFor(x: bigint): number {
  return x < SHORT ? SHORT_WORDS : Math.ceil(bitLength(x) / 64);
}

/** The window of WebAssembly's memory through which numbers cross. */
export class StagingBuffer {
  /** Its address, which the exports take. */
  readonly pointer: number;
  readonly #wasm: Staged;
  #capacity = 0;
  #words = new BigUint64Array(0);
  #halves = new Uint32Array(0);
  #bytes = new Uint8Array(0);

  constructor(wasm: Staged) {
    this.#wasm = wasm;
    this.pointer = wasm.stagingbuffer_new();
    this.reserve(SMALLEST_CAPACITY);
  }

  /** Makes room for `words` words. The earlier content may be lost. */
  reserve(words: number): void {
    if (words <= this.#words.length) return;
    // twice what is needed, so that growing numbers do not grow it each time
    if (words > this.#capacity) this.#capacity = 2 * words;
    this.#look();
  }

  /** Writes 0 ≤ x < 2^(64·count) into the `count` words from word `at`. */
  write(at: number, x: bigint, count: number): void {
    if (count <= SHORT_WORDS) {
      const words = this.#words;
      let rest = x;
      for (let i = at; i < at + count; i++) {
        words[i] = rest;
        rest >>= 64n;
      }
    } else if (hasHex) {
      const bytes = this.#bytes.subarray(8 * at, 8 * (at + count));
      withHex(bytes).setFromHex(x.toString(16).padStart(16 * count, "0"));
      bytes.reverse();
    } else {
      const half = count >> 1;
      this.write(at, BigInt.asUintN(64 * half, x), half);
      this.write(at + half, x >> BigInt(64 * half), count - half);
    }
  }

  /** Writes x ≥ 0 from word `at` into as few words as it needs, at least 1, and returns their number. */
  writeAll(at: number, x: bigint): number {
    if (x >= SHORT) {
      const count = wordsFor(x);
      this.write(at, x, count);
      return count;
    }
    const words = this.#words;
    let rest = x;
    let i = at;
    do {
      words[i++] = rest;
      rest >>= 64n;
    } while (rest !== 0n);
    return i - at;
  }

  /** Bits of the number in the `count` words from word `at`, if its top word is not 0 or the only one. */
  bitLength(at: number, count: number): number {
    const top = 2 * (at + count) - 1;
    const high = this.#halves[top] ?? 0;
    const low = this.#halves[top - 1] ?? 0;
    return 64 * count - (high === 0 ? 32 + Math.clz32(low) : Math.clz32(high));
  }

  /** The number in the `count` words from word `at`, which are zeroed. */
  take(at: number, count: number): bigint {
    if (this.#words.length === 0) this.#look();
    const x = this.#read(at, count);
    this.#words.fill(0n, at, at + count);
    return x;
  }

  /** Writes big-endian bytes into the `count` words from word `at`, which are enough. */
  writeBytes(at: number, bytes: Uint8Array, count: number): void {
    const target = this.#bytes.subarray(8 * at, 8 * (at + count));
    target.set(bytes);
    target.fill(0, bytes.length);
    target.subarray(0, bytes.length).reverse();
  }

  /** The number in the words from word `at` as `length` big-endian bytes; the words are zeroed. */
  takeBytes(at: number, length: number): Bytes {
    if (this.#words.length === 0) this.#look();
    const staged = this.#bytes.subarray(8 * at, 8 * at + length);
    const bytes = staged.slice().reverse();
    staged.fill(0);
    return bytes;
  }

  /** Writes bytes as they are from the start. */
  writeRaw(bytes: Uint8Array): void {
    this.reserve(Math.ceil(bytes.length / 8));
    this.#bytes.set(bytes);
  }

  /** The `length` bytes from the start as they are, after a call that made the room for them. */
  takeRaw(length: number): Bytes {
    this.#capacity = Math.max(this.#capacity, Math.ceil(length / 8));
    this.#look();
    const bytes = this.#bytes.slice(0, length);
    this.#bytes.fill(0, 0, length);
    return bytes;
  }

  /** Writes bytes as they are from byte `at`, where there is room for them. */
  writeRawAt(at: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, at);
  }

  /** The text of `length` characters at the start. */
  takeText(length: number): string {
    if (this.#words.length === 0) this.#look();
    return Array.from(this.#bytes.subarray(0, length), (code) => String.fromCharCode(code)).join("");
  }

  #read(at: number, count: number): bigint {
    if (count <= SHORT_WORDS) {
      const words = this.#words;
      let x = words[at + count - 1] ?? 0n;
      for (let i = at + count - 2; i >= at; i--) x = (x << 64n) | (words[i] ?? 0n);
      return x;
    }
    if (hasHex) {
      const bytes = this.#bytes.subarray(8 * at, 8 * (at + count)).reverse();
      return BigInt(`0x${withHex(bytes).toHex()}`);
    }
    const half = count >> 1;
    return (this.#read(at + half, count - half) << BigInt(64 * half)) | this.#read(at, half);
  }

  /** Makes the views again, after the buffer or the memory has grown: growing takes all of them away. */
  #look(): void {
    const address = this.#wasm.stagingbuffer_reserve(this.pointer, this.#capacity);
    if (address === 0) {
      this.#capacity = 0;
      throw rangeError("not enough memory for numbers of this size; pass smaller ones", "MODEXP_MEMORY");
    }
    const { buffer, start = 0 } = this.#wasm.memory;
    const at = address - start;
    this.#words = new BigUint64Array(buffer, at, this.#capacity);
    this.#halves = new Uint32Array(buffer, at, 2 * this.#capacity);
    this.#bytes = new Uint8Array(buffer, at, 8 * this.#capacity);
  }
}
