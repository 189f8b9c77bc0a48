/** Values that break the code that inspects them. */
import { STRANGE } from "../api-fuzzing/values.js";

/** A revoked proxy. */
function revoked<T extends object>(target: T): T {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const never = () => {
  throw new Error("it was called");
};

/** New values for each call, because some of them change. */
export function hostile(): unknown[] {
  const list = (length: unknown) =>
    new Proxy([1n], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
  return [
    ...STRANGE,
    ...[revoked({}), revoked([]), revoked(() => 5n), revoked(new Uint8Array(3)), new Proxy(revoked([]), {})],
    ...[{ constructor: { name: Symbol("no") } }, { constructor: { name: 5 } }, { constructor: null }],
    ...[Object.defineProperty({}, "constructor", { get: never }), { constructor: { name: "x".repeat(1 << 20) } }],
    ...[new Array(1), new Array(2), [[]], [[[]]], [null, null], [revoked({}), revoked({})]],
    ...["x", -1, Number.NaN, 1e300, 2 ** 53, Symbol("no"), null, {}].map(list),
    ...[0, -1, 0n, -1n, -(2 ** 53), 1n << 65_536n, -(1n << 70_000n)],
    ...[{ maxBits: null }, { x: 1n }, { x: 1n, y: null }, { value: null }, { length: 1 }],
    ...[detached(new Uint8Array(3)), detached(new Uint8Array(3)).buffer],
  ];
}

/** Bytes with a transferred buffer. */
export function detached(bytes: Uint8Array): Uint8Array {
  structuredClone(bytes.buffer, { transfer: [bytes.buffer as ArrayBuffer] });
  return bytes;
}

interface Resizable extends ArrayBuffer {
  resize(length: number): void;
}

/** The bytes in a buffer that has shrunk or was transferred, in every way that leaves none of them. */
export function gone(bytes: Uint8Array): Uint8Array[] {
  const { length } = bytes;
  // the cast: TypeScript's library for this target lacks resizable buffers
  const Buffer = ArrayBuffer as unknown as new (length: number, options: object) => Resizable;
  const shrunk = (start: number, end: number | undefined, to: number) => {
    const buffer = new Buffer(8 + length, { maxByteLength: 8 + length });
    new Uint8Array(buffer).set(bytes, start);
    const view = new Uint8Array(buffer, start, end);
    buffer.resize(to);
    return view;
  };
  const views =
    "resize" in ArrayBuffer.prototype
      ? [shrunk(8, undefined, 8), shrunk(8, undefined, 4), shrunk(8, length, 4), shrunk(0, undefined, 0)]
      : [];
  return [detached(bytes.slice()), ...views];
}
