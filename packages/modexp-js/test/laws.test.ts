import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { laws } from "./shared/laws.js";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

describe.each(tiers)("laws on $tier", ({ api }) => {
  test.each(Object.entries(laws(api)))("%s", (_name, law) => {
    fc.assert(law as fc.IProperty<unknown>, { numRuns: 150 });
  });

  test.each([0n, 1n, 2n, 3n])("moduli that are odd times 2^%i, where BigInt has an arithmetic for odd ones", (twos) => {
    const m = ((1n << 2203n) - 1n) << twos;
    const base = m / 3n;
    for (const exponent of [1n << 96n, (1n << 101n) - 5n, 0x1234n << 200n]) {
      const power = powReference(base, exponent, m);
      expect(api.modPow(base, exponent, m)).toBe(power);
      expect(api.modPowVartime(base, exponent, m)).toBe(power);
    }
  });
});
