import assert from "node:assert/strict";
import { test } from "node:test";
import { problems } from "../src/inputs.mjs";
import { CASES } from "../src/sizes.mjs";

const bitLength = (x) => x.toString(2).length;

test("inputs have the sizes that their case names", () => {
  for (const each of CASES) {
    const list = problems(each);
    assert.ok(list.length >= 3, each.name);
    for (const { bases, exponents, m } of list) {
      const [[base], [exponent]] = [bases, exponents];
      assert.equal(bitLength(m), each.bits);
      assert.equal(bitLength(exponent), each.exponentBits);
      assert.ok(m % 2n === 1n && base >= 0n && base < m);
    }
  }
});

test("the moduli of a case differ, so that no call meets the last one again", () => {
  for (const each of CASES) {
    const list = problems(each).map(({ m }) => m);
    assert.equal(new Set(list).size, list.length, each.name);
  }
});

test("inputs are the same in every run", () => {
  for (const each of CASES) assert.deepEqual(problems(each), problems(each));
});
