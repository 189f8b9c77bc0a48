/** docs/primes.md against published primes and pseudoprimes. */
import { describe, expect, test } from "vitest";
import { isProbablePrime, isWitness, randomPrime } from "../../docs/primes.md";
import { hex } from "../shared/checks.js";
import { PUBLIC, readVectors } from "../shared/files.js";

describe("primes", () => {
  test("the first ones", () => {
    const found = Array.from({ length: 3000 }, (_, i) => BigInt(i)).filter((n) => isProbablePrime(n));
    const isPrime = (n: bigint) => n > 1n && found.every((p) => p >= n || n % p !== 0n);
    expect(found.length).toBe(430);
    expect(found.every(isPrime)).toBe(true);
  });

  test.skipIf(PUBLIC === undefined)("published primes and composites", () => {
    const vectors = readVectors(PUBLIC as string, "aux_prime.jsonl");
    const decided = vectors.filter((vector) => vector.expect !== "acceptable");
    expect(decided.length).toBeGreaterThan(200);
    for (const { id, n, expect: verdict } of decided) {
      expect(isProbablePrime(hex(n)), String(id)).toBe(verdict === "Prime");
    }
  });

  test.skipIf(PUBLIC === undefined)("published rounds of Miller-Rabin", () => {
    const vectors = readVectors(PUBLIC as string, "aux_millerrabin.jsonl");
    for (const { id, w, b, expect: verdict } of vectors) {
      expect(isWitness(hex(b), hex(w)), String(id)).toBe(verdict !== "PossiblyPrime");
    }
  });

  test("random ones have the length that was asked for", () => {
    expect(randomPrime(100).toString(2)).toMatch(/^11[01]{98}$/);
  });

  test("composite numbers that somebody made to pass are found", () => {
    const passing = [2047n, 3215031751n, 3825123056546413051n, 318665857834031151167461n, 3317044064679887385961981n];
    const long = 2n ** 521n - 1n;
    for (const n of [...passing, 561n, 1729n, 294409n, 4033n ** 2n, long * long, long * (2n ** 127n - 1n)]) {
      expect(isProbablePrime(n), `${n}`).toBe(false);
    }
    // strong pseudoprimes to the first bases
    expect([2n, 3n, 5n, 7n].map((a) => isWitness(a, 3215031751n))).toEqual([false, false, false, false]);
    for (const n of [-7n, -1n, 0n, 1n, 4n, 2n ** 64n]) expect(isProbablePrime(n)).toBe(false);
  });

  test("a witness is of an odd n above 2, from 1 to n − 1", () => {
    for (const [a, n] of [
      [1n, 1n],
      [1n, 2n],
      [3n, 4n],
      [3n, -7n],
      [1n, 0n],
      [0n, 7n],
      [7n, 7n],
      [8n, 7n],
      [-1n, 7n],
    ]) {
      expect(() => isWitness(a, n), `${a}, ${n}`).toThrow("n must be odd and above 2, and a from 1 to n - 1");
    }
    expect([1n, 2n, 6n].map((a) => isWitness(a, 7n))).toEqual([false, false, false]);
  });
});
