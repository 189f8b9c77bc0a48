/** Inverses on BigInt against Euclid's algorithm with one division in each step. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { modInverseOf } from "../src/limbs/inverse.js";

function euclid(a: bigint, m: bigint): bigint | undefined {
  let [r, next] = [m, a];
  let [x, nextX] = [0n, 1n];
  while (next !== 0n) {
    const quotient = r / next;
    [r, next] = [next, r % next];
    [x, nextX] = [nextX, x - quotient * nextX];
  }
  return r === 1n ? ((x % m) + m) % m : undefined;
}

test("of all numbers below 200", () => {
  for (let m = 1n; m < 200n; m++) {
    for (let a = 0n; a < m; a++) expect(modInverseOf(a, m), `${a} mod ${m}`).toBe(euclid(a, m));
  }
});

/** Numbers of all lengths, including neighbours of powers of two. */
const numbers = fc.oneof(
  fc.integer({ min: 1, max: 2300 }).chain((bits) => fc.bigInt(1n, (1n << BigInt(bits)) - 1n)),
  fc
    .tuple(fc.integer({ min: 10, max: 2300 }), fc.bigInt(-500n, 500n))
    .map(([bits, difference]) => (1n << BigInt(bits)) + difference),
);

test("of numbers of all lengths", () => {
  const pairs = fc.tuple(numbers, numbers, fc.oneof(fc.constant(1n), fc.bigInt(1n, 100n)));
  fc.assert(
    fc.property(pairs, ([x, y, factor]) => {
      const m = x * factor;
      expect(modInverseOf((y * factor) % m, m)).toBe(euclid((y * factor) % m, m));
    }),
    { numRuns: 2000 },
  );
});

test("where every quotient is 1 or is as large as it can be", () => {
  let [a, m] = [1n, 1n];
  for (let i = 0; i < 3000; i++) {
    [a, m] = [m, a + m];
    if (i % 10 === 0) expect(modInverseOf(a % m, m)).toBe(euclid(a % m, m));
  }
  for (let bits = 1n; bits < 600n; bits++) {
    for (const other of [1n, 2n, 3n, 1n << (bits / 2n)]) {
      const large = (1n << bits) + 1n;
      expect(modInverseOf(other % large, large)).toBe(euclid(other % large, large));
    }
  }
});
