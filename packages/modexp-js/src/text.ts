/** Bytes as text: how the modules are carried inside the package. `encode` of plugins.mjs writes it. */

/** Bytes, the more frequent ones by one character each, the others by two. */
export interface Encoded {
  /** The characters of the text. */
  readonly alphabet: string;
  /** How many of them stand for a byte alone; each of the rest begins a pair. */
  readonly singles: number;
  /** All bytes, the most frequent first, as two hexadecimal digits each. */
  readonly order: string;
  readonly text: string;
}

/** The bytes. Most characters are one look-up: at the first call of a process this code is not compiled yet. */
export function decode({ alphabet, singles, order, text }: Encoded): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => Number.parseInt(order.slice(2 * i, 2 * i + 2), 16));
  const places = new Uint8Array(128);
  // the byte of a single character; below 0 where it begins a pair
  const direct = new Int16Array(128);
  for (let place = 0; place < alphabet.length; place++) {
    const character = alphabet.charCodeAt(place);
    places[character] = place;
    direct[character] = place < singles ? (bytes[place] ?? 0) : singles - 1 - place;
  }

  // in place: there are never more bytes than characters
  const out = new TextEncoder().encode(text);
  const { length } = out;
  let count = 0;
  for (let at = 0; at < length; at++) {
    let byte = direct[out[at] ?? 0] ?? 0;
    if (byte < 0) byte = bytes[singles + (-1 - byte) * alphabet.length + (places[out[++at] ?? 0] ?? 0)] ?? 0;
    out[count++] = byte;
  }
  return out.slice(0, count);
}
