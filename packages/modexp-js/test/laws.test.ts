import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { laws } from "./shared/laws.js";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

describe.each(tiers)("laws on $tier", ({ api }) => {
  test.each(Object.entries(laws(api)))("%s", (_name, law) => {
    fc.assert(law as fc.IProperty<unknown>, { numRuns: 150 });
  });

  test.each([1n, 2n, 3n])("moduli that are odd times 2^%i, where BigInt has an arithmetic for odd ones", (twos) => {
    const m = ((1n << 2203n) - 1n) << twos;
    const [base, exponent] = [m / 3n, (1n << 101n) - 5n];
    expect(api.modPow(base, exponent, m)).toBe(powReference(base, exponent, m));
  });
});
