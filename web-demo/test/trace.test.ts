import { plan } from "modexp";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { describe, expect, test } from "vitest";
import { chooseCut } from "../src/inside/choose-cut.js";
import { EXPONENT_BITS, MODULUS_BITS } from "../src/inside/tiers.js";
import { type Cut, trace } from "../src/inside/trace.js";
import { randomBits } from "../src/shared/numbers.js";

const METHODS = ["fixed-window", "sliding-window", "m-ary"] as const;
const MODULUS = 2n ** 61n - 1n;

const cuts = METHODS.flatMap((method) => [1, 2, 3, 4, 5, 7].map((window): Cut => ({ method, window })));

describe.each(cuts)("$method of $window bits", (cut) => {
  const exponents = [1n, 2n, 3n, 127n, 128n, 2n ** 64n - 1n, 2n ** 64n, (2n ** 255n) | randomBits(255)];

  test("comes to the power, and counts its products", () => {
    for (const exponent of exponents) {
      const { result, steps, squarings, multiplications } = trace(3n, exponent, MODULUS, cut);
      expect(result).toBe(powBinary(3n, exponent, MODULUS));
      expect(squarings + multiplications).toBe(steps.length);
    }
  });

  test("has all bits of the exponent in its digits", () => {
    for (const exponent of exponents) {
      const bits = trace(3n, exponent, MODULUS, cut).digits.map((digit) => digit.bits);
      expect(bits.join("")).toBe(exponent.toString(2));
    }
  });
});

test("fixed windows take the same products for all exponents of a length", () => {
  const kinds = (exponent: bigint) =>
    trace(3n, exponent, MODULUS, { method: "fixed-window", window: 4 }).steps.map(({ kind }) => kind);
  expect(kinds(2n ** 99n)).toEqual(kinds(2n ** 100n - 1n));
});

describe.each(EXPONENT_BITS)("exponents of %i bits", (bits) => {
  const exponents = [2n ** BigInt(bits - 1), 2n ** BigInt(bits) - 1n, (2n ** BigInt(bits - 1)) | randomBits(bits - 1)];

  test("secret ones take the products of modexp's plan", () => {
    const planned = plan(bits, { secret: true, modulusBits: MODULUS_BITS });
    for (const exponent of exponents) {
      const { squarings, multiplications } = trace(3n, exponent, MODULUS, planned);
      expect({ squarings, multiplications }).toEqual({
        squarings: planned.squarings,
        multiplications: planned.multiplications,
      });
    }
  });

  test("public ones take no more than modexp's plan", () => {
    const planned = plan(bits, { secret: false, modulusBits: MODULUS_BITS });
    for (const exponent of exponents) {
      const { steps } = trace(3n, exponent, MODULUS, chooseCut(exponent));
      expect(steps.length).toBeLessThanOrEqual(planned.squarings + planned.multiplications);
    }
  });
});
