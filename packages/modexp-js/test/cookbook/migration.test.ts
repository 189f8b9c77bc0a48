/** docs/migration.md: numbers of bn.js keep their value and their sign, and what it computes differently is refused. */
import { createRequire } from "node:module";
import BN from "bn.js";
import { expect, test } from "vitest";
import { toBigInt, toBN } from "../../docs/migration.md";
import { install, modPow } from "../../src/bn.js";
import { modPow as bigintPow, type Int } from "../../src/index.js";

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

test("numbers that other libraries round or answer with 0 are refused", () => {
  for (const wrong of [2 ** 53, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "3", undefined]) {
    expect(() => bigintPow(wrong as Int, 2n, 7n), String(wrong)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^MODEXP_(TYPE|RANGE)$/) }),
    );
  }
  expect(() => bigintPow(3n, 5n, 0n)).toThrow(RangeError);
  expect(() => bigintPow(3n, 1n << 70_000n, 7n)).toThrow(expect.objectContaining({ code: "MODEXP_TOO_LONG" }));
  expect(bigintPow(-3n, 5n, 7n)).toBe(2n);
});

test("a second copy of bn.js stays as it is", () => {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve("bn.js")];
  const second = require("bn.js") as typeof BN;
  expect(second).not.toBe(BN);
  const powOf = (Class: typeof BN) => (Class.red(new Class(7)) as unknown as { readonly pow: unknown }).pow;
  const [ours, theirs] = [powOf(BN), powOf(second)];
  const undo = install(BN);
  expect(powOf(second)).toBe(theirs);
  expect(powOf(BN)).not.toBe(ours);
  undo();
  expect(powOf(BN)).toBe(ours);
});
