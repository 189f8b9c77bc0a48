import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { bitLength } from "../src/limbs/length.js";
import type { Wasm } from "../src/wasm/exports.js";
import { bytes, fromBytes } from "./shared/laws.js";

/** The part of a module that a staging buffer needs. */
function fakeWasm(reserve = () => 1024): Wasm {
  const memory = new WebAssembly.Memory({ initial: 4 });
  return { memory, stagingbuffer_new: () => 8, stagingbuffer_reserve: reserve } as unknown as Wasm;
}

/** The methods of Uint8Array in newer engines. */
const hexMethods = {
  setFromHex(this: Uint8Array, text: string) {
    this.set(Buffer.from(text, "hex"));
  },
  toHex(this: Uint8Array) {
    return Buffer.from(this).toString("hex");
  },
};
const native: object = { ...pick(Uint8Array.prototype) };

function pick(from: object) {
  return Object.fromEntries(
    Object.keys(hexMethods).flatMap((name) => (name in from ? [[name, Reflect.get(from, name)]] : [])),
  );
}

/** The module as loaded in an engine with these methods of Uint8Array. */
function loadWith(methods: object) {
  for (const name of Object.keys(hexMethods)) Reflect.deleteProperty(Uint8Array.prototype, name);
  Object.assign(Uint8Array.prototype, methods);
  vi.resetModules();
  return import("../src/wasm/staging-buffer.js");
}

const variants = [
  ["without methods for hexadecimal text", await loadWith({})],
  ["with them", await loadWith({ ...hexMethods, ...native })],
] as const;

const lengths = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 900, max: 4200 }));
const numbers = fc.oneof(
  lengths.chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n })),
  fc.constantFrom((1n << 1024n) - 1n, 1n << 1024n, (1n << 1025n) - 1n),
);

test("bitLength counts bits, also next to powers of two", () => {
  expect(bitLength(0n)).toBe(0);
  const sizes = Array.from({ length: 1100 }, (_, i) => i + 1);
  for (const power of [2048, 4096, 32_768, 65_536, 131_072, 1 << 20])
    sizes.push(power - 1, power, power + 1, power + 1024);
  for (const bits of sizes) {
    const least = 1n << BigInt(bits - 1);
    const most = 2n * least - 1n;
    // floats have 53 bits: the last of these round up or down
    const steps = [1n, ...[1n, 51n, 52n, 53n, 54n, 55n].map((places) => least >> places)];
    for (const x of [least, most, ...steps.flatMap((step) => [least + step, most - step])]) {
      if (x >= least && x <= most) expect(bitLength(x)).toBe(bits);
    }
  }
});

describe.each(variants)("staging buffer %s", (_, { StagingBuffer, wordsFor }) => {
  const staging = new StagingBuffer(fakeWasm());
  staging.reserve(1000);

  test("numbers come back, and are gone then", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 20 }), (x, at, spare) => {
        const count = wordsFor(x) + spare;
        staging.write(at + count, 5n, 1);
        staging.write(at, x, count);
        expect(staging.take(at + count, 1)).toBe(5n);
        expect(staging.take(at, count)).toBe(x);
        expect(staging.take(at, count)).toBe(0n);
      }),
    );
  });

  test("writeAll takes as few words as the number needs, and bitLength counts its bits", () => {
    fc.assert(
      fc.property(numbers, (x) => {
        const bits = x === 0n ? 0 : x.toString(2).length;
        const count = staging.writeAll(3, x);
        expect(count).toBe(Math.max(1, Math.ceil(bits / 64)));
        expect(staging.bitLength(3, count)).toBe(bits);
        expect(staging.take(3, count)).toBe(x);
      }),
    );
  });

  test("bytes are the number's, big-endian", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 9 }), (x, zeros) => {
        const given = Uint8Array.of(...new Uint8Array(zeros), ...bytes(x));
        const count = Math.ceil(given.length / 8);
        // all ones, as are the words next to it
        staging.write(6, (1n << BigInt(64 * count + 128)) - 1n, count + 2);
        staging.writeBytes(7, given, count);
        expect(staging.take(7, count)).toBe(x);
        expect([staging.take(6, 1), staging.take(7 + count, 1)]).toEqual([2n ** 64n - 1n, 2n ** 64n - 1n]);
        staging.write(7, x, count);
        const taken = staging.takeBytes(7, given.length);
        expect(fromBytes(taken)).toBe(x);
        expect(taken).toHaveLength(given.length);
        expect(staging.take(7, count)).toBe(0n);
      }),
    );
  });

  test("bytes as they are come back, and are gone then", () => {
    const given = Uint8Array.from({ length: 2100 }, (_, i) => 1 + (i % 255));
    const fresh = new StagingBuffer(fakeWasm());
    fresh.writeRaw(given);
    expect(fresh.takeRaw(2100)).toEqual(given);
    expect(fresh.takeRaw(2100)).toEqual(new Uint8Array(2100));
    // as many as the module has reserved
    expect(new StagingBuffer(fakeWasm()).takeRaw(2100)).toHaveLength(2100);
  });

  test("what a call has left is read in a memory that has grown", () => {
    const wasm = fakeWasm();
    const fresh = new StagingBuffer(wasm);
    const grown = () => {
      fresh.reserve(1);
      fresh.write(0, 0x41n, 1);
      wasm.memory.grow(1);
      return fresh;
    };
    expect(grown().take(0, 1)).toBe(0x41n);
    expect(grown().takeBytes(0, 1)).toEqual(Uint8Array.of(0x41));
    expect(grown().takeRaw(1)).toEqual(Uint8Array.of(0x41));
    expect(grown().takeText(1)).toBe("A");
  });

  test("a buffer that cannot grow is a RangeError, and serves again when it can", () => {
    let address = 1024;
    const fresh = new StagingBuffer(fakeWasm(() => address));
    address = 0;
    expect(() => fresh.reserve(1000)).toThrow("not enough memory for numbers of this size; pass smaller ones");
    address = 1024;
    fresh.reserve(1000);
    fresh.write(999, 5n, 1);
    expect(fresh.take(999, 1)).toBe(5n);
  });
});
