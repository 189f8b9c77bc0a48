/** docs/paillier.md: sums are right, and invalid ciphertexts are refused. */
import { describe, expect, test } from "vitest";
import { PrivateKey, PublicKey } from "../../docs/paillier.md";
import { randomPrime } from "../../src/primes.js";

const [p, q] = [randomPrime(256), randomPrime(256)] as [bigint, bigint];
const key = new PrivateKey(p, q);
const { publicKey } = key;
const n: bigint = publicKey.n;

describe("Paillier", () => {
  test("sums and multiples are those modulo n", () => {
    const numbers = [0n, 1n, 5n, n - 1n, n - 2n];
    const all: bigint[] = publicKey.encrypt(numbers);
    expect(all.map((c) => key.decrypt(c))).toEqual(numbers);
    expect(key.decrypt(publicKey.add(all))).toBe(3n);
    expect(key.decrypt(publicKey.add([]))).toBe(0n);
    expect([0n, 1n, n, -3n].map((k) => key.decrypt(publicKey.scale(all[2], k)))).toEqual([0n, 5n, 0n, n - 15n]);
    expect(new Set(publicKey.encrypt([1n, 1n, 1n])).size).toBe(3);
  });

  test("what is no ciphertext is refused in every call", () => {
    const [good] = publicKey.encrypt([1n]);
    for (const bad of [
      0n,
      -1n,
      -good,
      n,
      2n * n,
      n * n - n,
      p,
      q,
      p * p,
      q * (q - 2n),
      n * n,
      n * n + 1n,
      good + n * n,
    ]) {
      for (const call of [
        () => publicKey.add([good, bad, good]),
        () => publicKey.add([bad]),
        () => publicKey.scale(bad, 2n),
        () => key.decrypt(bad),
      ]) {
        expect(call, `${bad}`).toThrow("a ciphertext must be from 1 to n² - 1");
      }
    }
  });

  test("messages outside the range are refused", () => {
    for (const m of [-1n, n, n + 1n]) expect(() => publicKey.encrypt([0n, m])).toThrow("must be from 0 to n - 1");
  });

  test("keys that are none", () => {
    for (const wrong of [0n, 1n, -1n]) expect(() => new PublicKey(wrong).encrypt([0n])).toThrow(RangeError);
    for (const [a, b] of [
      [p, p],
      [p, q + 1n],
      [p, 1n],
      [1n, 1n],
    ]) {
      expect(() => new PrivateKey(a, b)).toThrow(RangeError);
    }
  });
});
