import { describe, expect, test } from "vitest";
import { crc64 } from "../src/arithmetic/saved-tables.js";
import { createModexp, type Modexp, type ModexpError } from "../src/index.js";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

const P = (1n << 521n) - 1n;
const EVEN = (P - 1n) * 12n;

/** These bytes with a valid checksum. */
function sealed(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setBigUint64(copy.length - 8, crc64(copy.subarray(0, -8)), true);
  return copy;
}

test("crc64 of the digits is the published check value", () => {
  expect(crc64(new TextEncoder().encode("123456789"))).toBe(0x995d_c9bb_df19_39fan);
});

describe.each(tiers)("fixed base on $tier", ({ tier, api }) => {
  test("powers are those of the modulus, for every size of table", () => {
    for (const m of [1n, 2n, 1_000_003n, P, EVEN, 1n << 70n, (1n << 130n) - 5n]) {
      const modulus = new api.Modulus(m);
      for (const maxExponentBits of [1, 17, 64, 130, 300]) {
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

  test("tables that were saved take about as much memory as their bytes", () => {
    const bytes = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 200, tableBytes: 200_000 }).toBytes();
    for (const other of tiers) {
      const { tableBytes } = other.api.FixedBase.fromBytes(bytes);
      expect(tableBytes).toBeGreaterThan(bytes.length / 4);
      // for AVX-512 an element of 9 limbs is 16 digits with 8 words of zeros on either side
      expect(tableBytes).toBeLessThan(4 * bytes.length);
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
      [16, 0n],
      // the top word of the modulus
      [144, 0n],
    ] as const) {
      const forged = bytes.slice();
      new DataView(forged.buffer).setBigUint64(at, value, true);
      expect(() => api.FixedBase.fromBytes(sealed(forged))).toThrow("these are not saved tables, or they are damaged");
    }
    // the numbers of the smallest tables end at 440
    for (const length of [...Array.from({ length: 55 }, (_, i) => 8 * (i + 1)), bytes.length - 4]) {
      const cut = sealed(bytes.subarray(0, length));
      expect(() => api.FixedBase.fromBytes(cut)).toThrow(
        /^(these are not saved tables|saved tables must have version 1)/,
      );
    }
    expect(() => api.FixedBase.fromBytes(bytes.subarray(0, 8))).toThrow("these are not saved tables");
    const other = bytes.slice().fill(2, 8, 9);
    expect(() => api.FixedBase.fromBytes(sealed(other))).toThrow("saved tables must have version 1, got 2;");
  });

  test("whatever a word is replaced by, and the checksum made right, is refused as no tables or taken, on each tier alike", () => {
    const onJs = createModexp({ tier: "js" });
    const bytes = new api.Modulus(P).fixedBase(7n, { maxExponentBits: 20, tableBytes: 1000 }).toBytes();
    const codeOf = ({ FixedBase }: Modexp, forged: Uint8Array) => {
      try {
        FixedBase.fromBytes(forged).dispose();
        return "taken";
      } catch (error) {
        return (error as ModexpError).code;
      }
    };
    const verdicts = new Map<string, number>();
    for (let at = 8; at < bytes.length - 8; at += 8) {
      const own = new DataView(bytes.buffer).getBigUint64(at, true);
      const values = [0n, 1n, 2n, 16n, 17n, own - 1n, own + 1n, 1n << 31n, 1n << 32n, 1n << 61n, (1n << 64n) - 1n];
      for (const value of values.map((x) => BigInt.asUintN(64, x)).filter((x) => x !== own)) {
        const forged = bytes.slice();
        new DataView(forged.buffer).setBigUint64(at, value, true);
        const code = codeOf(api, sealed(forged)) ?? "none";
        expect(code, `${value} at ${at}`).toBe(codeOf(onJs, sealed(forged)));
        verdicts.set(code, (verdicts.get(code) ?? 0) + 1);
        // the words before the modulus are sizes; no other sizes fit
        if (at < 24) expect(code).toBe("MODEXP_TABLES");
      }
    }
    expect([...verdicts.keys()].sort()).toEqual(["MODEXP_TABLES", "taken"]);
    // an invalid residue, the first powers, and the powers of the second comb
    const numbers = (bytes.length / 8 - 11) / 9;
    for (const i of [1, 2, numbers - 1]) {
      const forged = bytes.slice();
      forged.set(bytes.subarray(80, 152), 80 + 72 * i);
      expect(codeOf(api, sealed(forged))).toBe("MODEXP_TABLES");
    }
  });

  test("saved tables of a modulus as long as the limit are taken", () => {
    const maxBits = 64 * 65;
    const long = new api.Modulus((1n << BigInt(maxBits)) - 1n);
    const saved = long.fixedBase(3n, { maxExponentBits: 9, tableBytes: 8192 }).toBytes();
    expect(api.FixedBase.fromBytes(saved, { maxBits }).pow(2n)).toBe(9n);
    expect(() => api.FixedBase.fromBytes(saved, { maxBits: maxBits - 64 })).toThrow(
      "the modulus of the tables must have at most 4096 bits, got 4160",
    );
  });

  test("tables take about as much memory as they may, by default 512 bytes for each bit of the modulus", () => {
    const m = new api.Modulus(P);
    for (const tableBytes of [undefined, 512 * 521]) {
      const g = m.fixedBase(3n, { maxExponentBits: 521, ...(tableBytes === undefined ? {} : { tableBytes }) });
      expect(g.tableBytes).toBeGreaterThan(256 * 521);
      expect(g.tableBytes).toBeLessThanOrEqual(512 * 521);
    }
  });

  test.runIf(tier === "js")("tables on BigInt have the widest windows that fit, of 8 bits at most", () => {
    const tableBytes = (m: bigint, maxExponentBits: number, allowed?: number) =>
      new api.Modulus(m).fixedBase(3n, { maxExponentBits, ...(allowed === undefined ? {} : { tableBytes: allowed }) })
        .tableBytes;
    // 2^w elements of 72 bytes for each of 64/w digits; if w = 1 does not fit, only the base and 1
    const sizes = [2, 128, 128, 22 * 8, 256, 13 * 32, 11 * 64, 1280, 2048].map((elements) => 72 * elements);
    for (const [w, size] of sizes.entries()) {
      if (w > 2) expect(tableBytes(P, 64, size - 1)).toBe(sizes[w - 1]);
      if (w > 0) expect(tableBytes(P, 64, size)).toBe(w === 1 ? sizes[2] : size);
    }
    expect(tableBytes(P, 64, 128 * 72 - 1)).toBe(2 * 72);
    expect(tableBytes(P, 64, 2 ** 30)).toBe(2048 * 72);
    // the default is 4096 elements of a modulus of whole words
    expect(tableBytes(2n ** 64n - 59n, 2048)).toBe(4096 * 8);
    expect(tableBytes(2n ** 64n - 59n, 2049)).toBe(2 * 8);
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

  // where an address has 64 bits, tables of 4 GiB may fit
  test.skipIf(tier === "js" || tier === "native")(
    "tables beyond the memory are a RangeError, and the instance stays usable",
    () => {
      const m = new api.Modulus(P);
      const options = { maxExponentBits: 2 ** 20, tableBytes: 2 ** 32 };
      expect(() => m.fixedBase(3n, options)).toThrow(RangeError);
      expect(() => m.fixedBase(3n, options)).toThrow("not enough memory for the tables; pass smaller tableBytes");
      expect(m.pow(3n, P - 1n)).toBe(1n);
    },
  );

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
