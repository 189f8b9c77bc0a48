import JSBI from "jsbi";
import { describe, expect, test } from "vitest";
import { modexpGas, modexpPrecompile } from "../src/evm.js";
import * as jsbi from "../src/jsbi.js";
import { bytesToInt } from "../src/limbs/bytes.js";
import { exponentLimit, sizeOf } from "../src/limbs/length.js";
import { createPool } from "../src/pool.js";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

const MAX = 65_536n;
const LONGEST = (1n << MAX) - 1n;
const P = (1n << 521n) - 1n;

/** Numbers of exactly `bits` bits, in several shapes. */
const sized = (bits: number) => [1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n, (3n << BigInt(bits)) >> 2n];

/** The time of a product of two of the longest numbers, in ms: the machine's own measure for a refusal. */
const PRODUCT = Math.min(
  ...Array.from({ length: 20 }, (_, i) => {
    const start = performance.now();
    if ((LONGEST - BigInt(i)) * LONGEST < 0n) throw new Error("a negative product");
    return performance.now() - start;
  }),
);

/** The longest time of a refusal in ms. */
const AT_ONCE = 10 * PRODUCT;

/**
 * The least time of ten refusals in ms, and the error's message. It tries more often if other work on the machine
 * interrupts all ten.
 */
function refusal(call: () => unknown, wanted = AT_ONCE): { ms: number; message: string } {
  let ms = Number.POSITIVE_INFINITY;
  let message = "";
  for (let i = 0; i < 10 || (ms >= wanted && i < 200); i++) {
    const start = performance.now();
    try {
      call();
      throw new Error("it was not refused");
    } catch (error) {
      ms = Math.min(ms, performance.now() - start);
      expect(error).toBeInstanceOf(RangeError);
      message = (error as Error).message;
    }
  }
  return { ms, message };
}

/** `computing` is the time in ms for computing a number to know its length. */
const refuses = (call: () => unknown, name: string, limit: number, bits: number, computing = 0) => {
  const { ms, message } = refusal(call, AT_ONCE + computing);
  expect(message).toBe(`${name} must have at most ${limit} bits, got ${bits}; pass a shorter one or a larger maxBits`);
  expect(ms, `${name} of ${bits} bits`).toBeLessThan(AT_ONCE + computing);
};

test("sizes of numbers are right, however long", () => {
  for (const bits of [1, 2, 64, 65_535, 65_536, 65_537, 65_600, 70_000, 4_194_305, 9_999_999, 100_000_000]) {
    for (const x of sized(Math.max(bits, 2))) expect(sizeOf(x)).toBe(Math.max(bits, 2));
    expect(sizeOf(-(1n << BigInt(bits - 1)))).toBe(bits);
  }
  expect(sizeOf(0n)).toBe(0);
  expect(sizeOf(-5n)).toBe(3);
});

describe.each(tiers)("limits on $tier", ({ tier, api }) => {
  const { modPow, modPowVartime, modInverse, Modulus, FixedBase, CrtModulus } = api;
  const m = new Modulus(P);

  test("the longest numbers are taken, and one bit more is not", () => {
    expect(modPow(LONGEST, 3n, 1009n)).toBe(powReference(LONGEST, 3n, 1009n));
    expect(modPow(-LONGEST, 3n, 1009n)).toBe(powReference(-LONGEST, 3n, 1009n));
    expect(modPowVartime(3n, LONGEST, 1009n)).toBe(powReference(3n, LONGEST, 1009n));
    expect(modPow(3n, 5n, LONGEST)).toBe(243n);
    expect(modInverse(2n, LONGEST)).toBe((LONGEST + 1n) / 2n);
    const [next, negative] = [LONGEST + 1n, -LONGEST - 1n];
    for (const long of [next, negative]) {
      refuses(() => modPow(long, 3n, P), "base", 65_536, 65_537);
      refuses(() => modPow(3n, long, P), "exponent", 65_536, 65_537);
      refuses(() => modPowVartime(3n, 5n, long), "modulus", 65_536, 65_537);
      refuses(() => modInverse(long, P), "a", 65_536, 65_537);
      refuses(() => new Modulus(long), "modulus", 65_536, 65_537);
    }
  });

  test.each([65_537, 100_000, 1_048_575, 300_000_000])("%i bits are refused at once", (bits) => {
    const long = 1n << BigInt(bits - 1);
    const negative = -long - 1n;
    refuses(() => modPow(long, 3n, P), "base", 65_536, bits);
    refuses(() => modPow(3n, long, P), "exponent", 65_536, bits);
    refuses(() => modPow(3n, 5n, long), "modulus", 65_536, bits);
    refuses(() => modPow(3n, 5n, negative), "modulus", 65_536, bits);
    refuses(() => modInverse(3n, long), "modulus", 65_536, bits);
    refuses(() => new Modulus(long), "modulus", 65_536, bits);
    refuses(() => new CrtModulus([long, 3n]), "primes[0]", 65_536, bits);
    for (const call of [() => m.mul(2n, long), () => m.powMany([2n], [3n, long]), () => m.powEach(long, [1n])]) {
      if (bits > 10_000_000) expect(refusal(call).ms).toBeLessThan(AT_ONCE);
    }
    refuses(() => m.square(long), "a", 65_536, bits);
    refuses(() => m.inverseMany([1n, long]), "numbers[1]", 65_536, bits);
    refuses(() => m.fixedBase(long, { maxExponentBits: 8 }), "base", 65_536, bits);
    expect(() => m.squareRepeated(2n, long)).toThrow(
      /^count must have at most 65536 bits, got \d+; pass a shorter one$/,
    );
  });

  test("a context takes longer exponents, up to the time of the longest numbers", () => {
    const most = Math.floor(65_536 ** 2 / 521);
    const long = (1n << 100_000n) + 12_345n;
    const power = powReference(3n, long, P);
    expect(m.pow(3n, long)).toBe(power);
    expect(m.powEach(3n, [1n, long])).toEqual([3n, power]);
    expect(m.powProduct([3n, 2n], [long, 1n])).toBe((2n * power) % P);
    const tooLong = 1n << BigInt(most);
    for (const call of [() => m.pow(2n, tooLong), () => m.powVartime(2n, tooLong)]) {
      refuses(call, "exponent", most, most + 1);
    }
    refuses(() => m.powMany([1n, 2n], [1n, tooLong]), "exponents[1]", most, most + 1);
    expect([257, 256, 255, 1].map((bits) => exponentLimit(65_536, bits))).toEqual([
      16_711_935,
      2 ** 24,
      2 ** 24,
      2 ** 24,
    ]);
    const longest = new Modulus(LONGEST);
    const next = LONGEST + 1n;
    refuses(() => longest.pow(2n, next), "exponent", 65_536, 65_537);
    longest.dispose();
  });

  test("bytes count with their leading zeros", () => {
    const bytes = new Uint8Array(8192);
    expect(m.powBytes(bytes, Uint8Array.of(1))).toEqual(new Uint8Array(66));
    refuses(() => m.powBytes(new Uint8Array(8193), bytes), "base", 65_536, 65_544);
    const most = Math.floor(65_536 ** 2 / 521);
    refuses(() => m.powBytes(bytes, new Uint8Array(1 << 21)), "exponent", most, 1 << 24);
  });

  test("the product of many primes is not computed if it is too long", () => {
    refuses(() => new CrtModulus([LONGEST, 3n]), "the product of the primes", 65_536, 65_538);
    // the first product is computed, the other 998 are not
    const start = performance.now();
    for (let i = 0n; i < 10n; i++) expect((LONGEST - i) * LONGEST > 0n).toBe(true);
    const products = performance.now() - start;
    refuses(() => new CrtModulus(Array(1000).fill(LONGEST)), "the product of the primes", 65_536, 131_072, products);
  });

  test("saved tables of a longer modulus are refused", () => {
    const long = new Modulus((1n << 600n) - 1n, { maxBits: 600 });
    const saved = long.fixedBase(3n, { maxExponentBits: 9, tableBytes: 4096 }).toBytes();
    expect(FixedBase.fromBytes(saved, { maxBits: 640 }).pow(5n)).toBe(243n);
    refuses(() => FixedBase.fromBytes(saved, { maxBits: 576 }), "the modulus of the tables", 576, 640);
    const tables = m.fixedBase(3n, { maxExponentBits: 70_000, tableBytes: 4096 });
    expect(tables.pow(1n << 69_999n)).toBe(powReference(3n, 1n << 69_999n, P));
    expect(() => tables.pow(1n << 70_000n)).toThrow(
      "exponent must have at most 70000 bits, got 70001; pass a shorter one or a larger maxExponentBits",
    );
  });

  test("a call may set its own limit", () => {
    const long = LONGEST + 2n;
    expect(modPow(3n, 5n, long, { maxBits: 70_000 })).toBe(243n);
    expect(modPow(3n, 5n, long, { maxBits: Number.POSITIVE_INFINITY })).toBe(243n);
    expect(new Modulus(long, { maxBits: 65_537 }).pow(long - 1n, 2n)).toBe(1n);
    expect(modInverse(2n, long, { maxBits: 65_537 })).toBe((long + 1n) / 2n);
    refuses(() => modPow(3n, 5n, P, { maxBits: 520 }), "modulus", 520, 521);
    refuses(() => modPow(9, 5, 101, { maxBits: 3 }), "base", 3, 4);
    for (const [maxBits, kind] of [
      [0, RangeError],
      [1.5, TypeError],
      [Number.NaN, TypeError],
      ["9", TypeError],
      [9n, TypeError],
    ] as const) {
      expect(() => modPow(1n, 1n, 7n, { maxBits: maxBits as number })).toThrow(kind);
      expect(() => modPow(1n, 1n, 7n, { maxBits: maxBits as number })).toThrow("maxBits must be");
    }
    expect(tier).toBe(api.engine().tier);
  });
});

test("JSBI values are refused before they are converted", () => {
  const three = JSBI.BigInt(3);
  const long = JSBI.leftShift(JSBI.BigInt(1), JSBI.BigInt(10_000_000));
  const negative = JSBI.unaryMinus(long);
  refuses(() => jsbi.modPow(long, 3, 7), "base", 65_536, 10_000_001);
  refuses(() => jsbi.modPow(three, 3, negative), "modulus", 65_536, 10_000_001);
  refuses(() => jsbi.modInverse(three, long), "modulus", 65_536, 10_000_001);
  refuses(() => new jsbi.Modulus(long), "modulus", 65_536, 10_000_001);
  const m = new jsbi.Modulus(101, { maxBits: 80 });
  refuses(() => m.pow(JSBI.leftShift(three, JSBI.BigInt(79)), 2), "base", 80, 81);
  refuses(() => m.pow(three, JSBI.leftShift(three, JSBI.BigInt(950))), "exponent", 914, 952);
  expect(String(m.pow(three, JSBI.leftShift(JSBI.BigInt(1), JSBI.BigInt(900))))).toBe(
    String(powReference(3n, 1n << 900n, 101n)),
  );
});

test("a pool refuses before its threads start", async () => {
  const pool = createPool({ threads: 1, maxBits: 600 });
  const long = 1n << 600n;
  await expect(pool.pow(long, 2n, 3n)).rejects.toThrow("modulus must have at most 600 bits, got 601");
  await expect(pool.pow(P, long, 3n)).rejects.toThrow("base must have at most 600 bits, got 601");
  await expect(pool.powMany(P, [1n, 2n], [3n, 1n << 700n])).rejects.toThrow("exponents[1] must have at most 690 bits");
  await expect(pool.squareRepeated(P, long, 3n)).rejects.toThrow("a must have at most 600 bits, got 601");
  expect(await pool.pow(P, 2n, 1n << 650n)).toBe(powReference(2n, 1n << 650n, P));
  pool.dispose();
  expect(() => createPool({ maxBits: -1 })).toThrow("maxBits must be from 1 to Infinity, got -1");
});

describe("the precompile", () => {
  const call = (base: number, exponent: number, modulus: number, ...bytes: number[]) => {
    const input = new Uint8Array(96 + bytes.length);
    const view = new DataView(input.buffer);
    for (const [i, length] of [base, exponent, modulus].entries()) view.setUint32(32 * i + 28, length);
    input.set(bytes, 96);
    return input;
  };

  test.each([
    [[8193, 1, 1], "base"],
    [[1, 8193, 1], "exponent"],
    [[1, 1, 8193], "modulus"],
  ])("lengths %j before osaka are valid, but longer than a limit of the caller", (lengths, name) => {
    const [b, e, m] = lengths as [number, number, number];
    const gas = modexpGas(call(b, e, m), { fork: "berlin" });
    const { ms, message } = refusal(() => modexpPrecompile(call(b, e, m), { fork: "berlin", maxBits: 65_536 }));
    expect(message).toBe(
      `this call is valid and needs ${gas} gas, but ${name} has 8193 bytes, more than 8192; pass a larger maxBits`,
    );
    expect(ms).toBeLessThan(AT_ONCE);
    const { output } = modexpPrecompile(call(b, e, m), { fork: "berlin", maxBits: 65_544 });
    expect(output).toHaveLength(m);
    expect(modexpPrecompile(call(b, e, m), { fork: "berlin" })).toEqual({ output, gas });
  });

  test("with a larger limit it computes the same as ever", () => {
    // 3^(2^(8·8999)) mod 97
    const long = call(1, 9000, 1, 3, 1, ...new Array(8999).fill(0), 97);
    const options = { fork: "berlin", maxBits: Number.POSITIVE_INFINITY } as const;
    expect(bytesToInt(modexpPrecompile(long, options).output)).toBe(powReference(3n, 1n << 71_992n, 97n));
  });
});
