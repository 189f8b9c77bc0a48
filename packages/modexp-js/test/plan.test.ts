import { describe, expect, test } from "vitest";
import { BigIntArithmetic, powWindow } from "../src/bigint/arithmetic.js";
import type { Plan } from "../src/index.js";
import { tiers } from "./shared/tiers.js";

const total = ({ squarings, multiplications }: Plan) => squarings + multiplications;

/** The number of products for `bits` bits in fixed windows: a table of all powers, then one for each digit. */
function fixedWindows(bits: number, window: number): number {
  const digits = Math.ceil(bits / window);
  return 2 ** window - 2 + (digits - 1) * (window + 1);
}

describe.each(tiers.filter(({ tier }) => tier !== "js"))("plan on $tier", ({ api: { plan } }) => {
  test("a secret exponent takes fixed windows, and the products that they take", () => {
    for (const bits of [1, 5, 17, 64, 256, 1000, 2048, 4096, 100_000]) {
      const own = plan(bits);
      expect(own.method).toBe("fixed-window");
      expect(total(own)).toBe(fixedWindows(bits, own.window));
      expect(own).toEqual(plan(bits, { secret: true, modulusBits: Math.min(bits, 65_536) }));
    }
    // a small modulus makes a constant-time lookup expensive
    expect(plan(2048, { modulusBits: 64 }).window).toBeLessThanOrEqual(plan(2048, { modulusBits: 8192 }).window);
  });

  test("a public one takes what suits it best, and fewer products", () => {
    for (const bits of [64, 256, 1000, 2048, 4096]) {
      expect(total(plan(bits, { secret: false }))).toBeLessThan(total(plan(bits)));
    }
    // 2^16 + 2^15 − 1 in sliding windows of 2 bits: a table of 2 by one squaring, then 9 digits, the first of one bit
    expect(plan(17, { secret: false })).toEqual({
      method: "sliding-window",
      window: 2,
      squarings: 1 + 16,
      multiplications: 1 + 8,
    });
    // the average is T'(2048, 6) = 2^5 + 2048 + 2048/7
    expect(total(plan(2048, { secret: false }))).toBeLessThan(1.05 * (32 + 2048 + 2048 / 7));
  });

  test("nothing is done for an exponent of 0 bits", () => {
    for (const secret of [true, false]) expect(total(plan(0, { secret }))).toBe(0);
  });
});

describe("plan on BigInt", () => {
  const one = new BigIntArithmetic(101n);

  test.each([97, 100, 1025, 2048])("counts what %i bits take", (bits) => {
    let products = 0;
    const mul = (a: bigint, b: bigint) => {
      products++;
      return (a * b) % 101n;
    };
    powWindow(3n, (1n << BigInt(bits)) - 1n, mul);
    expect(total(one.plan(bits))).toBe(products);
  });

  test("is one of bits for short exponents", () => {
    expect(one.plan(1)).toEqual({ method: "m-ary", window: 1, squarings: 0, multiplications: 0 });
    expect(one.plan(17)).toEqual({ method: "m-ary", window: 1, squarings: 16, multiplications: 16 });
    expect(one.plan(96)).toEqual({ method: "m-ary", window: 1, squarings: 95, multiplications: 95 });
  });
});

describe.each(tiers)("arguments of plan on $tier", ({ api: { plan } }) => {
  test("are checked by name", () => {
    expect(() => plan(1.5)).toThrow("exponentBits must be an integer of type number, got 1.5");
    expect(() => plan(-1)).toThrow("exponentBits must be from 0 to 16777216, got -1");
    expect(() => plan(5, { modulusBits: 0 })).toThrow("modulusBits must be from 1 to 65536, got 0");
    expect(() => plan(5, { secret: 1 as unknown as boolean })).toThrow("secret must be a boolean, got 1");
    expect(() => plan(5, null as unknown as object)).toThrow(
      "options must be an object, as { secret: true }, got null",
    );
  });
});
