import { describe, expect, test } from "vitest";
import { boundCases, randomCases } from "./shared/cases.js";
import { checkCase } from "./shared/checks.js";
import { tiers } from "./shared/tiers.js";

const cases = [...randomCases(20_261_121, 10_000)];
const bounds = [...boundCases(1100)];

describe.each(tiers)("on $tier", ({ api }) => {
  test("10,000 random cases with boundary sizes", () => {
    expect(cases.length).toBe(10_000);
    for (const each of cases) checkCase(api, each);
  });

  test("digit patterns on the bounds of the kernels", () => {
    expect(bounds.length).toBeGreaterThan(1000);
    for (const each of bounds) checkCase(api, each);
  });

  test("one modulus of 16,384 bits and one exponent of 5,000", () => {
    const m = (1n << 16_384n) - 12_345_678_901n;
    const long = (1n << 5_000n) - 3n;
    checkCase(api, { base: m - 2n, exponent: 3n, modulus: m, power: m - 8n });
    // 2 has order 127 modulo 2^127 − 1
    checkCase(api, { base: 2n, exponent: long, modulus: (1n << 127n) - 1n, power: 1n << (long % 127n) });
  });
});
