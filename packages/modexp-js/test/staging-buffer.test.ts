import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bitLength } from "../src/limbs/bit-length.js";
import type { Wasm } from "../src/wasm/exports.js";
import { StagingBuffer, wordsFor } from "../src/wasm/staging-buffer.js";
import { bytes, fromBytes } from "./shared/laws.js";

/** As much of a module as a staging buffer needs. */
function fakeWasm(): Wasm {
  const memory = new WebAssembly.Memory({ initial: 4 });
  return { memory, stage_new: () => 8, stage_reserve: () => 1024 } as unknown as Wasm;
}

const numbers = fc
  .oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 900, max: 4200 }))
  .chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }));

test("bitLength counts bits, also next to powers of two", () => {
  expect(bitLength(0n)).toBe(0);
  for (let bits = 1; bits <= 1100; bits++) {
    const least = 1n << BigInt(bits - 1);
    const most = 2n * least - 1n;
    // floats have 53 bits: the last ones round up or down
    const steps = [1n, ...[1n, 51n, 52n, 53n, 54n, 55n].map((places) => least >> places)];
    for (const x of [least, most, ...steps.flatMap((step) => [least + step, most - step])]) {
      if (x >= least && x <= most) expect(bitLength(x)).toBe(bits);
    }
  }
});

describe("staging buffer", () => {
  const staging = new StagingBuffer(fakeWasm());
  staging.reserve(1000);

  test("numbers come back, and are gone then", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 20 }), (x, at, spare) => {
        const count = wordsFor(x) + spare;
        staging.write(at, x, count);
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
        staging.write(7, (1n << BigInt(64 * count)) - 1n, count);
        staging.writeBytes(7, given, count);
        expect(staging.take(7, count)).toBe(x);
        staging.write(7, x, count);
        const taken = staging.takeBytes(7, given.length);
        expect(fromBytes(taken)).toBe(x);
        expect(taken).toHaveLength(given.length);
        expect(staging.take(7, count)).toBe(0n);
      }),
    );
  });
});
