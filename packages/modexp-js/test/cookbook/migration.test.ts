/** docs/migration.md: numbers of bn.js keep their value and their sign. */
import BN from "bn.js";
import { expect, test } from "vitest";
import { toBigInt, toBN } from "../../docs/migration.md";

test("numbers come back as they were, also negative ones", () => {
  for (const k of [0n, 1n, 26n, 53n, 64n, 521n, 65_537n]) {
    for (const x of [(1n << k) - 1n, 1n << k, -(1n << k), 1n - (1n << k)]) {
      expect(toBigInt(new BN(x.toString(16), 16)) === x).toBe(true);
      expect(toBN(x).toString(16)).toBe(x.toString(16));
    }
  }
  expect(toBigInt(new BN(0).neg())).toBe(0n);
});
