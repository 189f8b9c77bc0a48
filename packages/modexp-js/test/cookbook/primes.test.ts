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
});
