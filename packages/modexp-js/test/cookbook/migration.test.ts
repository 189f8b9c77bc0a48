/** docs/migration.md: numbers of bn.js keep their value and their sign. */
import BN from "bn.js";
import { expect, test } from "vitest";
import { toBigInt, toBN } from "../../docs/migration.md";
import { modPow } from "../../src/bn.js";

test("numbers come back as they were, also negative ones", () => {
  for (const k of [0n, 1n, 26n, 53n, 64n, 521n, 65_537n]) {
    for (const x of [(1n << k) - 1n, 1n << k, -(1n << k), 1n - (1n << k)]) {
      expect(toBigInt(new BN(x.toString(16), 16)) === x).toBe(true);
      expect(toBN(x).toString(16)).toBe(x.toString(16));
    }
  }
  expect(toBigInt(new BN(0).neg())).toBe(0n);
});

test("numbers that bn.js takes and modexp does not are refused", () => {
  const [three, five] = [new BN(3), new BN(5)];
  for (const [base, exponent, modulus] of [
    [three, five, new BN(0)],
    [three, five, new BN(-7)],
    [three, new BN(-1), new BN(9)],
    [three, new BN(1).ushln(70_000), new BN(7)],
  ] as const) {
    expect(() => modPow(base, exponent, modulus)).toThrow(expect.objectContaining({ name: "RangeError" }));
  }
});
