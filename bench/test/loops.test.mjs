import assert from "node:assert/strict";
import { test } from "node:test";
import { powBinary, powMontgomery, powWindow } from "../src/bigint.mjs";
import { fromJsbi, powJsbi, toJsbi } from "../src/jsbi.mjs";
import { randomSource } from "../src/random.mjs";

test("all loops compute the same", () => {
  const random = randomSource(1);
  for (const bits of [2, 3, 63, 64, 65, 127, 128, 200, 256, 521]) {
    const m = random.oddBits(bits);
    for (const base of [0n, 1n, m - 1n, m, random.below(m), random.bits(2 * bits)]) {
      for (const exponent of [0n, 1n, 2n, 31n, 32n, 65537n, random.bits(bits), (1n << 70n) - 1n]) {
        const expected = powBinary(base, exponent, m);
        assert.equal(powWindow(base, exponent, m), expected);
        assert.equal(powMontgomery(base, exponent, m), expected);
        assert.equal(fromJsbi(powJsbi(...[base, exponent, m].map(toJsbi))), expected);
      }
    }
  }
});
