/** Integers as bytes, for callers. */

import { type Bytes, bytesToInt, intToBytes } from "../limbs/bytes.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { bitLength, type Limits, limitBytes, MAX_BITS } from "../limbs/length.js";
import { checkSize, type Int, limitOf, ownOptions, show, toInt, toBytes as toOwnBytes } from "./validate.js";

/** The longest numbers of engines have 2^30 bits. */
const MOST_BYTES = 2 ** 27;

/** Options of `toBytes` and `fromBytes`. */
export interface BytesOptions extends Limits {
  /** Whether the lowest byte comes first. By default false: the highest byte comes first. */
  readonly littleEndian?: boolean;
}

/**
 * n as `length` bytes, big-endian by default, with leading zeros. A bigint is not constant time; `Modulus.powBytes` and
 * `Curve.multiplyBytes` take and return bytes without one.
 *
 * @param n from 0 to 256^length − 1
 * @param length at least 0; at most `maxBits`/8, by default 8192
 * @throws TypeError if n is neither a bigint nor a safe integer, `length` no integer, or an option of the wrong type.
 * @throws RangeError if n is below 0 or does not fit into `length` bytes, or `length` is out of range.
 * @example
 * toBytes(258n, 4); // Uint8Array.of(0, 0, 1, 2)
 * toBytes(258n, 4, { littleEndian: true }); // Uint8Array.of(2, 1, 0, 0)
 */
export function toBytes(n: Int, length: number, options?: BytesOptions): Bytes {
  const { littleEndian, maxBits } = readOptions(options);
  const x = toInt(n, "n", maxBits);
  checkSize(length, "length", 0, MOST_BYTES);
  limitBytes({ length }, "n", maxBits);
  if (x < 0n || bitLength(x) > 8 * length) {
    throw rangeError(`n must be from 0 to 256^${length} − 1, to fit into ${length} bytes, got ${show(x)}`);
  }
  const bytes = intToBytes(x, length);
  return littleEndian ? bytes.reverse() : bytes;
}

/**
 * The integer of bytes, big-endian by default; 0 for no bytes.
 *
 * @param bytes at most `maxBits`/8, by default 8192
 * @throws TypeError if `bytes` is no Uint8Array, or an option of the wrong type; RangeError if there are too many.
 * @example
 * fromBytes(Uint8Array.of(1, 2)); // 258n
 * fromBytes(Uint8Array.of(2, 1), { littleEndian: true }); // 258n
 */
export function fromBytes(bytes: Uint8Array, options?: BytesOptions): bigint {
  const { littleEndian, maxBits } = readOptions(options);
  const given = toOwnBytes(bytes, "bytes");
  limitBytes(given, "bytes", maxBits);
  return bytesToInt(littleEndian ? given.slice().reverse() : given);
}

function readOptions(options: BytesOptions | undefined): { littleEndian: boolean; maxBits: number } {
  const maxBits = limitOf(options, MAX_BITS);
  const { littleEndian = false } = ownOptions(options, ["littleEndian"], "{ littleEndian: true }");
  if (typeof littleEndian !== "boolean")
    throw typeError(`littleEndian must be true or false, got ${show(littleEndian)}`);
  return { littleEndian, maxBits };
}
