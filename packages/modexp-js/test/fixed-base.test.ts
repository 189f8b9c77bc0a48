import { describe, expect, test } from "vitest";
import { crc64 } from "../src/arithmetic/saved-tables.js";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

const P = (1n << 521n) - 1n;
const EVEN = (P - 1n) * 12n;

test("crc64 of the digits is the published check value", () => {
  expect(crc64(new TextEncoder().encode("123456789"))).toBe(0x995d_c9bb_df19_39fan);
});

describe.each(tiers)("fixed base on $tier", ({ tier, api }) => {
  test("powers are those of the modulus, for every size of table", () => {
    for (const m of [1n, 2n, 1_000_003n, P, EVEN, 1n << 70n]) {
      const modulus = new api.Modulus(m);
      for (const maxExponentBits of [1, 17, 64, 300]) {
        for (const tableBytes of [1, 5000, undefined]) {
          const g = modulus.fixedBase(-5n, { maxExponentBits, ...(tableBytes === undefined ? {} : { tableBytes }) });
          const largest = (1n << BigInt(maxExponentBits)) - 1n;
          const exponents = [0n, 1n, largest, largest >> 1n, largest / 3n];
          const powers = exponents.map((e) => powReference(-5n, e, m));
          expect(exponents.map((e) => g.pow(e))).toEqual(powers);
          expect(exponents.map((e) => g.powVartime(e))).toEqual(powers);
          expect(g.powMany(exponents)).toEqual(powers);
          expect(g.powMany([])).toEqual([]);
          expect(g.tableBytes).toBeGreaterThan(0);
          expect(g.maxExponentBits).toBe(maxExponentBits);
          g.dispose();
        }
      }
      modulus.dispose();
    }
  });

  test("saved tables serve every tier", () => {
    for (const m of [1n, P, EVEN]) {
      const g = new api.Modulus(m).fixedBase(7n, { maxExponentBits: 200, tableBytes: 20_000 });
      const bytes = g.toBytes();
      for (const other of tiers) {
        const again = other.api.FixedBase.fromBytes(bytes);
        expect(again.pow(1n << 199n)).toBe(powReference(7n, 1n << 199n, m));
        expect(again.powVartime(12345)).toBe(powReference(7n, 12345n, m));
        expect(again.maxExponentBits).toBe(200);
      }
    }
  });

  test("damaged tables are an Error", () => {
    const bytes = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20, tableBytes: 1000 }).toBytes();
    for (const at of [0, 9, 17, 30, 100, bytes.length - 1]) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 4;
      expect(() => api.FixedBase.fromBytes(damaged)).toThrow("these are not saved tables, or they are damaged");
    }
    for (const part of [bytes.subarray(8), bytes.subarray(0, -8), bytes.subarray(0, 3), new Uint8Array(0)]) {
      expect(() => api.FixedBase.fromBytes(part)).toThrow("these are not saved tables");
    }
    expect(() => api.FixedBase.fromBytes("x" as unknown as Uint8Array)).toThrow(TypeError);
  });

  test("bytes with the right checksum that are no tables are an Error", () => {
    const bytes = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20, tableBytes: 1000 }).toBytes();
    for (const [at, value] of [
      [0, 0n],
      [16, 1n << 20n],
      [16, BigInt(bytes.length / 8)],
    ] as const) {
      const forged = bytes.slice();
      const view = new DataView(forged.buffer);
      view.setBigUint64(at, value, true);
      view.setBigUint64(forged.length - 8, crc64(forged.subarray(0, -8)), true);
      expect(() => api.FixedBase.fromBytes(forged)).toThrow("these are not saved tables, or they are damaged");
    }
  });

  test("an exponent longer than the tables is a RangeError with both lengths", () => {
    const g = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20 });
    for (const call of [() => g.pow(1n << 20n), () => g.powVartime(1 << 20), () => g.pow(-(1n << 20n))]) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow("exponent must have at most 20 bits, got 21");
    }
    expect(() => g.powMany([1n, 1n << 30n])).toThrow("exponents[1] must have at most 20 bits, got 31");
    expect(() => g.pow("1" as unknown as bigint)).toThrow('exponent must be a bigint or a safe integer, got "1"');
  });

  test("a negative exponent is the inverse", () => {
    const g = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20 });
    expect((g.pow(-5n) * g.pow(5n)) % P).toBe(1n);
    expect(g.powMany([-1n, 1n]).reduce((a, b) => (a * b) % P)).toBe(1n);
    const even = new api.Modulus(EVEN).fixedBase(2n, { maxExponentBits: 20 });
    expect(() => even.pow(-1n)).toThrow("base has no inverse");
  });

  test("options out of range", () => {
    const m = new api.Modulus(P);
    const bad: [object, string][] = [
      [{}, "maxExponentBits must be an integer of type number, got undefined"],
      [{ maxExponentBits: 1.5 }, "maxExponentBits must be an integer of type number, got 1.5"],
      [{ maxExponentBits: 9n }, "maxExponentBits must be an integer of type number, got 9"],
      [{ maxExponentBits: 0 }, "maxExponentBits must be from 1 to 1073741824, got 0"],
      [{ maxExponentBits: 2 ** 31 }, "maxExponentBits must be from 1 to 1073741824"],
      [{ maxExponentBits: 9, tableBytes: "1" }, 'tableBytes must be an integer of type number, got "1"'],
      [{ maxExponentBits: 9, tableBytes: 2 ** 33 }, "tableBytes must be from 1 to 4294967296, got 8589934592"],
    ];
    for (const [options, message] of bad) {
      expect(() => m.fixedBase(2n, options as { maxExponentBits: number })).toThrow(message);
    }
    expect(() => m.fixedBase(2n, undefined as unknown as { maxExponentBits: number })).toThrow(
      "maxExponentBits must be an integer of type number, got undefined",
    );
  });

  test.skipIf(tier === "js")("tables beyond the memory are a RangeError, and the instance stays usable", () => {
    const m = new api.Modulus(P);
    const options = { maxExponentBits: 2 ** 20, tableBytes: 2 ** 32 };
    expect(() => m.fixedBase(3n, options)).toThrow(RangeError);
    expect(() => m.fixedBase(3n, options)).toThrow("not enough memory for the tables; pass smaller tableBytes");
    expect(m.pow(3n, P - 1n)).toBe(1n);
  });

  test.runIf(tier === "js")("tables on BigInt never fill the engine's heap, whatever is allowed", () => {
    const m = new api.Modulus(P);
    const [e, power] = [1n << 10_000n, m.pow(3n, 1n << 10_000n)];
    const large = m.fixedBase(3n, { maxExponentBits: 2 ** 19, tableBytes: 2 ** 32 });
    expect(large.tableBytes).toBeGreaterThan(2 ** 26);
    expect(large.tableBytes).toBeLessThanOrEqual(2 ** 27);
    expect(large.pow(e)).toBe(power);
    // no tables fit
    const long = m.fixedBase(3n, { maxExponentBits: 2 ** 30 });
    expect(long.tableBytes).toBeLessThan(1000);
    expect(long.pow(e)).toBe(power);
  });

  test("after dispose every call is an Error", () => {
    const g = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20 });
    g.dispose();
    g.dispose();
    for (const call of [
      () => g.pow(1n),
      () => g.powVartime(1n),
      () => g.powMany([]),
      () => g.toBytes(),
      () => g.tableBytes,
    ]) {
      expect(call).toThrow("this FixedBase was disposed of; make a new one");
    }
  });

  test("the class makes none by itself, and knows its own", () => {
    expect(() => new (api.FixedBase as unknown as new () => object)()).toThrow("make a FixedBase with");
    expect(new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20 })).toBeInstanceOf(api.FixedBase);
  });
});
