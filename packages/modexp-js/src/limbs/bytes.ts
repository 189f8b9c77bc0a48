/** Big-endian bytes, and the integers that they are. Long ones are halved, so that no step shifts all of a long number. */

/**
 * A Uint8Array with memory of its own, as WebCrypto takes it: `Uint8Array<ArrayBuffer>`, by a name that TypeScript before 5.7 knows
 * too, where Uint8Array is not generic.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** Up to this many bytes go word by word. */
const SHORT = 128;
const WORD = 8;

/** The integer that the bytes are. */
export function bytesToInt(bytes: Uint8Array): bigint {
  return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.byteLength);
}

/** 0 ≤ x < 256^length as `length` bytes. */
export function intToBytes(x: bigint, length: number): Bytes {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer), 0, length, x);
  return bytes;
}

function read(view: DataView, from: number, to: number): bigint {
  if (to - from > SHORT) {
    const middle = half(from, to);
    return (read(view, from, middle) << BigInt(8 * (to - middle))) | read(view, middle, to);
  }
  let x = 0n;
  let at = from;
  for (; (to - at) % WORD > 0; at++) x = (x << 8n) | BigInt(view.getUint8(at));
  for (; at < to; at += WORD) x = (x << 64n) | view.getBigUint64(at);
  return x;
}

/** Writes x < 256^(to − from). A store takes the low bits by itself. */
function write(view: DataView, from: number, to: number, x: bigint): void {
  if (to - from > SHORT) {
    const middle = half(from, to);
    const bits = 8 * (to - middle);
    write(view, from, middle, x >> BigInt(bits));
    write(view, middle, to, BigInt.asUintN(bits, x));
    return;
  }
  let rest = x;
  let at = to;
  for (; at - from >= WORD; rest >>= 64n) view.setBigUint64((at -= WORD), rest);
  for (; at > from; rest >>= 8n) view.setUint8(--at, Number(rest & 255n));
}

/** The middle, whole words before the end. */
function half(from: number, to: number): number {
  return to - WORD * Math.floor((to - from) / (2 * WORD));
}
