/** Bytes as text: how the modules are carried inside the package. `encode` of plugins.mjs writes it. */

import { bytesOf, decoder } from "./decoder.js";

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
 * The memory layout of the decoder. For each character: its byte, or a negative number that gives the row of {@link ORDER} with the
 * bytes of its pairs. Then the place of each character in its row; the rows; the text.
 */
const PLACES = 256;
const ORDER = 512;
const TEXT = 1024;

/** The bytes. */
export function decode({ alphabet, singles, order, text }: Encoded): Uint8Array<ArrayBuffer> {
  const { bytes, toBytes } = decoder(TEXT + text.length);
  bytes.set(bytesOf(order), ORDER);
  const direct = new Int16Array(bytes.buffer, 0, 128);
  for (let place = 0; place < alphabet.length; place++) {
    const character = alphabet.charCodeAt(place);
    bytes[PLACES + character] = place;
    const row = ORDER + singles + (place - singles) * alphabet.length;
    direct[character] = place < singles ? (bytes[ORDER + place] ?? 0) : -row;
  }

  if (typeof TextEncoder === "function") new TextEncoder().encodeInto(text, bytes.subarray(TEXT));
  else for (let i = 0; i < text.length; i++) bytes[TEXT + i] = text.charCodeAt(i);
  return bytes.slice(TEXT, toBytes(TEXT, TEXT + text.length));
}
