/** The format of saved tables, which `FixedBase.toBytes` of this package and `to_bytes` of the Rust library write. */

import { type Bytes, bytesToInt, intToBytes } from "../limbs/bytes.js";
import { failure } from "../limbs/errors.js";
import { bitLength, tooLong } from "../limbs/length.js";

const MAGIC = "modexpFB";
const VERSION = 1n;

/** Words before the modulus: magic, version, words of the modulus, exponent bits, and the shapes of two combs. */
const HEADER_WORDS = 10;
/** The first word of the shape of each comb: teeth, columns and spacing. */
const SHAPES = [4, 7] as const;

/** The most teeth of a comb, and the most bits of an exponent, in WebAssembly. */
const MOST_TEETH = 16n;
const MOST_BITS = (1n << 32n) - 1n;

const CORRUPT = "these are not saved tables, or they are damaged; save them again with toBytes";

/** The base, its modulus and its longest exponent. */
export interface Saved {
  readonly modulus: bigint;
  readonly base: bigint;
  readonly maxExponentBits: number;
}

/**
 * Reads the base of saved tables. Checks everything except that the entries are powers of the base: of these only the first two of each
 * comb. Each tier makes these checks, so all tiers accept the same bytes.
 *
 * @throws Error if they are damaged or a different version wrote them; RangeError if the modulus has more words than `limit` bits.
 */
export function readSaved(bytes: Uint8Array, limit: number): Saved {
  const corrupt = () => failure(CORRUPT, "MODEXP_TABLES");
  const end = bytes.length - 8;
  if (end < at(0, 0) || bytes.length % 8 !== 0) throw corrupt();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = (i: number) => view.getBigUint64(8 * i, true);
  for (let i = 0; i < MAGIC.length; i++) if (bytes[i] !== MAGIC.charCodeAt(i)) throw corrupt();
  if (crc64(bytes.subarray(0, end)) !== word(end / 8)) throw corrupt();
  const version = word(1);
  if (version !== VERSION) {
    throw failure(
      `saved tables must have version ${VERSION}, got ${version}; save them again with toBytes`,
      "MODEXP_TABLES",
    );
  }

  // the modulus without leading zero words, then the entries of two combs, each beginning with base^0 and base^1
  const [words, bits] = [word(2), word(3)];
  const [first, second] = SHAPES.map((i) => entriesOf(word(i), word(i + 1), word(i + 2), bits));
  if (first === undefined || second === undefined || bits > MOST_BITS) throw corrupt();
  if (words === 0n || 8n * (BigInt(HEADER_WORDS) + (1n + first + second) * words) !== BigInt(end)) throw corrupt();
  const length = Number(words);
  if (word(HEADER_WORDS + length - 1) === 0n) throw corrupt();
  if (length > Math.ceil(limit / 64)) throw tooLong("the modulus of the tables", 64 * length, limit);

  const number = (i: number) => bytesToInt(bytes.slice(at(i, length), at(i + 1, length)).reverse());
  const [modulus, base] = [number(0), number(2)];
  const top = (i: number) => word(HEADER_WORDS + (i + 1) * length - 1);
  // the highest words mostly decide, without a bigint for each entry
  for (let i = Number(first + second); i > 0; i--) {
    if (top(i) >= top(0) && number(i) >= modulus) throw corrupt();
  }
  for (const i of [1, 1 + Number(first)]) {
    if (number(i) !== 1n % modulus || number(i + 1) !== base) throw corrupt();
  }
  return { modulus, base, maxExponentBits: Number(bits) };
}

/** Entries of a comb for exponents of `bits` bits; undefined if no comb has this shape. */
function entriesOf(teeth: bigint, columns: bigint, spacing: bigint, bits: bigint): bigint | undefined {
  if (teeth < 1n || teeth > MOST_TEETH) return undefined;
  const wanted = (bits + teeth - 1n) / teeth || 1n;
  if (columns !== wanted || spacing < 1n || spacing > columns) return undefined;
  return ((columns + spacing - 1n) / spacing) << teeth;
}

/** The smallest tables of this base: a comb of one tooth holds only base^0 and base^1. */
export function writeSaved({ modulus, base, maxExponentBits }: Saved): Bytes {
  const words = Math.ceil(bitLength(modulus) / 64);
  const bytes = new Uint8Array(at(5, words) + 8);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  const columns = BigInt(Math.max(maxExponentBits, 1));
  const shape = [1n, columns, columns];
  const header = [VERSION, BigInt(words), BigInt(maxExponentBits), ...shape, ...shape];
  for (const [i, word] of header.entries()) view.setBigUint64(8 + 8 * i, word, true);
  for (const [i, x] of [modulus, 1n % modulus, base, 1n % modulus, base].entries()) {
    bytes.set(intToBytes(x, 8 * words).reverse(), at(i, words));
  }
  const end = bytes.length - 8;
  view.setBigUint64(end, crc64(bytes.subarray(0, end)), true);
  return bytes;
}

/** The first byte of number `i`; each number has `words` words. */
function at(i: number, words: number): number {
  return 8 * (HEADER_WORDS + i * words);
}

/** CRC-64 (ECMA-182, reflected), in two halves of 32 bits. */
export function crc64(bytes: Uint8Array): bigint {
  const { high, low } = crcTable();
  let h = ~0;
  let l = ~0;
  for (const byte of bytes) {
    const i = (l ^ byte) & 255;
    l = ((l >>> 8) | (h << 24)) ^ (low[i] ?? 0);
    h = (h >>> 8) ^ (high[i] ?? 0);
  }
  return (BigInt(~h >>> 0) << 32n) | BigInt(~l >>> 0);
}

let table: { readonly high: Int32Array; readonly low: Int32Array } | undefined;

function crcTable(): { readonly high: Int32Array; readonly low: Int32Array } {
  if (table !== undefined) return table;
  const high = new Int32Array(256);
  const low = new Int32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let h = 0;
    let l = byte;
    for (let bit = 0; bit < 8; bit++) {
      const odd = -(l & 1);
      l = ((l >>> 1) | (h << 31)) ^ (odd & 0xd787_0f42);
      h = (h >>> 1) ^ (odd & 0xc96c_5795);
    }
    high[byte] = h;
    low[byte] = l;
  }
  table = { high, low };
  return table;
}
