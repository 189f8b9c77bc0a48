/** Integers as bytes, and numbers by their remainders: laws, bounds, bad input. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as asynchronous from "../src/async.js";
import { type BytesOptions, crt, fromBytes, toBytes } from "../src/index.js";
import * as jsbi from "../src/jsbi.js";
import * as slim from "../src/slim.js";
import { gcd, mod } from "./shared/reference.js";

const coded = (name: string, code: string) => expect.objectContaining({ name, code });
const order = fc.constantFrom<BytesOptions | undefined>(undefined, {}, { littleEndian: false }, { littleEndian: true });

/** The number of these bytes, by the definition. */
function numberOf(bytes: Uint8Array, littleEndian: boolean): bigint {
  const digits = Array.from(bytes, BigInt);
  return (littleEndian ? digits : digits.reverse()).reduce((x, digit, i) => x + (digit << BigInt(8 * i)), 0n);
}

test("the entries have one toBytes, fromBytes and crt", () => {
  for (const entry of [asynchronous, slim]) {
    expect([entry.toBytes, entry.fromBytes, entry.crt]).toEqual([toBytes, fromBytes, crt]);
  }
});

describe("bytes", () => {
  test("are read as the definition says, and written back", () => {
    const property = fc.property(fc.uint8Array({ maxLength: 600 }), order, (bytes, options) => {
      const before = bytes.slice();
      const x = fromBytes(bytes, options);
      expect(bytes).toEqual(before);
      expect(x).toBe(numberOf(bytes, options?.littleEndian === true));
      expect(toBytes(x, bytes.length, options)).toEqual(bytes);
      expect(jsbi.fromBytes(bytes, options).toString()).toBe(String(x));
      expect(jsbi.toBytes(jsbi.fromBytes(bytes, options), bytes.length, options)).toEqual(bytes);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("hold every number that fits, and no other", () => {
    for (const length of [0, 1, 7, 8, 9, 128, 129, 8192]) {
      const bound = 256n ** BigInt(length);
      expect(toBytes(bound - 1n, length)).toEqual(new Uint8Array(length).fill(255));
      for (const options of [{}, { littleEndian: true }]) {
        expect(() => toBytes(bound, length, options)).toThrow(RangeError);
        expect(() => toBytes(-1n, length, options)).toThrow(coded("RangeError", "MODEXP_RANGE"));
      }
    }
    expect(toBytes(258, 3)).toEqual(Uint8Array.of(0, 1, 2));
    expect(toBytes(0n, 0)).toEqual(new Uint8Array(0));
    expect(fromBytes(new Uint8Array(0))).toBe(0n);
    expect(fromBytes(Uint8Array.of(9, 1, 2, 9).subarray(1, 3), { littleEndian: true })).toBe(513n);
  });

  test("are limited by maxBits", () => {
    const long = new Uint8Array(8193);
    expect(() => fromBytes(long)).toThrow(coded("RangeError", "MODEXP_TOO_LONG"));
    expect(() => toBytes(1n, 8193)).toThrow(coded("RangeError", "MODEXP_TOO_LONG"));
    expect(() => toBytes(256n, 2, { maxBits: 8 })).toThrow(coded("RangeError", "MODEXP_TOO_LONG"));
    expect(() => toBytes(1n, 2, { maxBits: 8 })).toThrow(coded("RangeError", "MODEXP_TOO_LONG"));
    const options = { maxBits: Number.POSITIVE_INFINITY };
    expect(fromBytes(toBytes(1n << 65_540n, 8193, options), options)).toBe(1n << 65_540n);
    expect(() => toBytes(1n, 2 ** 53 - 1, options)).toThrow(coded("RangeError", "MODEXP_RANGE"));
  });

  test.each([1.5, -1, Number.NaN, "4", 4n, undefined, null])("%s is no length", (length) => {
    expect(() => toBytes(1n, length as number)).toThrow(/^length must be/);
  });

  test("of the wrong type are refused by name", () => {
    expect(() => toBytes("1" as never, 4)).toThrow(/^n must be a bigint/);
    expect(() => fromBytes([1, 2] as never)).toThrow(/^bytes must be a Uint8Array/);
    for (const call of [
      (options: never) => toBytes(1n, 4, options),
      (options: never) => fromBytes(Uint8Array.of(1), options),
    ]) {
      expect(() => call({ littleEndian: 1 } as never)).toThrow(coded("TypeError", "MODEXP_TYPE"));
      expect(() => call("little" as never)).toThrow(coded("TypeError", "MODEXP_TYPE"));
    }
  });
});

describe("crt", () => {
  const number = fc.bigInt({ min: -(1n << 300n), max: 1n << 300n });
  const modulus = fc.oneof(fc.bigInt({ min: 1n, max: 40n }), fc.bigInt({ min: 1n, max: 1n << 300n }));

  test("has the remainders, and is below the product; a common factor is refused", () => {
    const property = fc.property(fc.array(fc.tuple(number, modulus), { maxLength: 6 }), (pairs) => {
      const [rs, ms] = [pairs.map(([r]) => r), pairs.map(([, m]) => m)];
      const isCoprime = ms.every((m, i) => ms.slice(0, i).every((n) => gcd(m, n) === 1n));
      if (!isCoprime) {
        expect(() => crt(rs, ms)).toThrow(coded("RangeError", "MODEXP_NO_INVERSE"));
        return;
      }
      const x = crt(rs, ms);
      expect(x >= 0n && x < ms.reduce((product, m) => product * m, 1n)).toBe(true);
      for (const [r, m] of pairs) expect(mod(x, m)).toBe(mod(r, m));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test("bad input", () => {
    expect(crt([], [])).toBe(0n);
    expect(crt([5, -1n], [3, 1n])).toBe(2n);
    expect(() => crt([1n], [])).toThrow(coded("RangeError", "MODEXP_LENGTHS"));
    expect(() => crt([1n, 1n], [3n, 0n])).toThrow(/^moduli\[1\] must be at least 1, got 0/);
    expect(() => crt([1n, 1n, 1n], [6n, 5n, 9n])).toThrow(/^moduli\[2\] and an earlier modulus have a common factor/);
    expect(() => crt(5n as never, [3n])).toThrow(/^residues must be an array/);
    expect(() => crt([1n], ["3"] as never)).toThrow(/^moduli\[0\] must be a bigint/);
    const [a, b] = [1n << 40_000n, (1n << 40_000n) - 1n];
    expect(() => crt([1n, 2n], [a, b])).toThrow(coded("RangeError", "MODEXP_TOO_LONG"));
    expect(crt([1n, 1n], [a, b], { maxBits: 80_001 })).toBe(1n);
  });
});
