/** Bytes as text: how the modules are carried inside the package. `encode` of plugins.mjs writes it. */

import { I32, MEMORY, tinyModule } from "./tiny-module.js";

/** Bytes, the more frequent ones by one character each, the others by two. */
export interface Encoded {
  /** The characters of the text. */
  readonly alphabet: string;
  /** The number of characters that encode a byte alone; each of the others begins a pair. */
  readonly singles: number;
  /** All bytes, the most frequent first, as two hexadecimal digits each. */
  readonly order: string;
  readonly text: string;
}

/**
 * The memory layout of {@link DECODER}. For each character: its byte, or a negative number that gives the row of {@link ORDER}
 * with the bytes of its pairs. Then the place of each character in its row; the rows; the text.
 */
const PLACES = 256;
const ORDER = 512;
const TEXT = 1024;

/** (at, end) → to: replaces the text from `at` to `end` by its bytes, which end at `to`. */
const DECODER = tinyModule(
  [I32, I32],
  I32,
  [
    ...[1, 2, I32, 0x20, 0, 0x21, 2], // to = at
    ...[0x02, 0x40, 0x03, 0x40, 0x20, 0, 0x20, 1, 0x4f, 0x0d, 1], // while (at < end) {
    ...[0x20, 0, 0x2d, 0, 0, 0x41, 1, 0x74, 0x2e, 1, 0, 0x21, 3], // byte = i16[2 * u8[at]]
    ...[0x20, 3, 0x41, 0, 0x48, 0x04, 0x40], // if (byte < 0) {
    ...[0x20, 0, 0x2d, 0, 1, 0x2d, 0, 0x80, 0x02, 0x20, 3, 0x6b, 0x2d, 0, 0, 0x21, 3], // byte = u8[u8[u8[at + 1] + PLACES] - byte]
    ...[0x20, 0, 0x41, 1, 0x6a, 0x21, 0, 0x0b], // at += 1 }
    ...[0x20, 0, 0x41, 1, 0x6a, 0x21, 0], // at += 1
    ...[0x20, 2, 0x20, 3, 0x3a, 0, 0], // u8[to] = byte
    ...[0x20, 2, 0x41, 1, 0x6a, 0x21, 2, 0x0c, 0, 0x0b, 0x0b], // to += 1 }
    ...[0x20, 2], // to
  ],
  MEMORY,
);

/** The bytes. In WebAssembly, since at the first call of a process JavaScript is not compiled yet: that took 6 ms. */
export function decode({ alphabet, singles, order, text }: Encoded): Uint8Array<ArrayBuffer> {
  const m = new WebAssembly.Memory({ initial: Math.ceil((TEXT + text.length) / 65536) });
  const bytes = new Uint8Array(m.buffer);
  for (let i = 0; i < 256; i++) bytes[ORDER + i] = Number.parseInt(order.slice(2 * i, 2 * i + 2), 16);
  const direct = new Int16Array(m.buffer, 0, 128);
  for (let place = 0; place < alphabet.length; place++) {
    const character = alphabet.charCodeAt(place);
    bytes[PLACES + character] = place;
    const row = ORDER + singles + (place - singles) * alphabet.length;
    direct[character] = place < singles ? (bytes[ORDER + place] ?? 0) : -row;
  }

  if (typeof TextEncoder === "function") new TextEncoder().encodeInto(text, bytes.subarray(TEXT));
  else for (let i = 0; i < text.length; i++) bytes[TEXT + i] = text.charCodeAt(i);
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(DECODER), { m: { m } }).exports;
  return bytes.slice(TEXT, (f as (at: number, end: number) => number)(TEXT, TEXT + text.length));
}
