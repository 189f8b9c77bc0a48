/** Conversions between integers and big-endian bytes. Long ones are halved, so that not every step shifts a whole long number. */

/**
 * A Uint8Array with its own memory, as WebCrypto takes it: `Uint8Array<ArrayBuffer>`, in a form that TypeScript before 5.7 also
 * compiles, where Uint8Array is not generic.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

/** Up to this many bytes are converted word by word. */
const SHORT = 128;
const WORD = 8;

/** The integer of big-endian bytes. */
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

/** Writes x < 256^(to − from). A store keeps only the low bits. */
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

/** The middle, a whole number of words before `to`. */
function half(from: number, to: number): number {
  return to - WORD * Math.floor((to - from) / (2 * WORD));
}

/** The prototype of all typed arrays. A property read from it is the engine's own, even if a caller put one on an array. */
export const TypedArray: object = Object.getPrototypeOf(Uint8Array.prototype);

/**
 * Whether a view has lost its bytes: its buffer was transferred, or shrank to the start of the view. A view without a fixed length
 * then looks empty.
 */
export function areGone(view: ArrayBufferView): boolean {
  const isTyped = Reflect.get(TypedArray, Symbol.toStringTag, view) !== undefined;
  const property = (name: string) => Reflect.get(isTyped ? TypedArray : DataView.prototype, name, view);
  try {
    // if a view begins after the end of its buffer, `keys` of typed arrays and `byteLength` of data views throw
    if (isTyped) property("keys").call(view);
    return property("byteLength") === 0 && property("byteOffset") === lengthOfResizable(property("buffer"));
  } catch {
    return true;
  }
}

/** The length of a resizable buffer; undefined for other and for shared ones. */
function lengthOfResizable(buffer: ArrayBufferLike): number | undefined {
  const property = (name: string) => Reflect.get(ArrayBuffer.prototype, name, buffer);
  try {
    return property("resizable") ? property("byteLength") : undefined;
  } catch {
    return undefined;
  }
}
