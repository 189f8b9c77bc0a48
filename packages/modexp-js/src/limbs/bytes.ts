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

/** What all typed arrays inherit. A property that is read from here is the engine's own, whatever a caller has put on an array. */
export const TypedArray: object = Object.getPrototypeOf(Uint8Array.prototype);

/**
 * Whether the bytes of a view were taken away: its buffer was transferred, or has shrunk to where the view begins. A view without a
 * length of its own then looks like one of no bytes.
 */
export function areGone(view: ArrayBufferView): boolean {
  const isTyped = Reflect.get(TypedArray, Symbol.toStringTag, view) !== undefined;
  const property = (name: string) => Reflect.get(isTyped ? TypedArray : DataView.prototype, name, view);
  try {
    // of a view that begins behind the end of its buffer typed arrays refuse the keys, and data views the length
    if (isTyped) property("keys").call(view);
    return property("byteLength") === 0 && property("byteOffset") === lengthOfResizable(property("buffer"));
  } catch {
    return true;
  }
}

/** The length of a buffer that may shrink; undefined for others, as shared ones. */
function lengthOfResizable(buffer: ArrayBufferLike): number | undefined {
  const property = (name: string) => Reflect.get(ArrayBuffer.prototype, name, buffer);
  try {
    return property("resizable") ? property("byteLength") : undefined;
  } catch {
    return undefined;
  }
}
