/** Sums, quotients, square roots and symbols of a modulus, against their definitions; on every tier. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BIGINT_CONTEXT } from "../src/api/context-bigint.js";
import { Modulus } from "../src/api/modulus.js";
import type { Int } from "../src/index.js";
import { gcd, mod, powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

/** The class of the moduli of curves' scalars. */
class OnBigInt extends Modulus {
  constructor(m: Int) {
    super(BIGINT_CONTEXT, BigInt(m), 65_536);
  }
}

const number = fc.bigInt({ min: -(1n << 600n), max: 1n << 600n });
const modulus = fc.oneof(
  fc.bigInt({ min: 1n, max: 300n }),
  fc.bigInt({ min: 1n, max: 1n << 64n }),
  fc.bigInt({ min: 1n, max: 1n << 500n }),
);

/** Primes p by the power of 2 in p − 1. */
const PRIMES: Readonly<Record<string, bigint>> = {
  "2": 2n,
  "2^521 − 1, s = 1": 2n ** 521n - 1n,
  "2^255 − 19, s = 2": 2n ** 255n - 19n,
  "97, s = 5": 97n,
  "65537, s = 16": 65537n,
  "P-224, s = 96": 2n ** 224n - 2n ** 96n + 1n,
  "the order of alt_bn128, s = 28": 21888242871839275222246405745257275088548364400416034343698204186575808495617n,
  "2^251 + 17·2^192 + 1, s = 192": 2n ** 251n + 17n * 2n ** 192n + 1n,
};

describe.each([
  ...tiers.map(({ tier, api }) => ({ tier, Modulus: api.Modulus })),
  { tier: "BigInt", Modulus: OnBigInt },
])("residues on $tier", ({ Modulus }) => {
  test("sums, differences, negatives, products and quotients", () => {
    const property = fc.property(number, number, modulus, (a, b, m) => {
      using n = new Modulus(m);
      expect(n.add(a, b)).toBe(mod(a + b, m));
      expect(n.sub(a, b)).toBe(mod(a - b, m));
      expect(n.neg(a)).toBe(mod(-a, m));
      expect(n.mul(a, b)).toBe(mod(a * b, m));
      if (gcd(mod(b, m), m) === 1n) {
        const quotient = n.div(a, b);
        expect([mod(quotient * b, m), quotient >= 0n, quotient < m]).toEqual([mod(a, m), true, true]);
      } else {
        expect(() => n.div(a, b)).toThrow(
          expect.objectContaining({ code: "MODEXP_NO_INVERSE", message: expect.stringMatching(/^b has no inverse/) }),
        );
      }
    });
    fc.assert(property, { numRuns: 200 });
  });

  test("all square roots modulo small primes, and none modulo other numbers", () => {
    for (let m = 1n; m < 130n; m++) {
      using n = new Modulus(m);
      const isPrime = m > 1n && Array.from({ length: Number(m) }, (_, d) => BigInt(d)).every((d) => d < 2n || m % d);
      if (!isPrime) {
        expect(() => n.sqrt(1n)).toThrow(expect.objectContaining({ name: "RangeError", code: "MODEXP_PRIMES" }));
        continue;
      }
      const roots = new Map<bigint, bigint>();
      for (let x = m - 1n; x >= 0n; x--) roots.set((x * x) % m, x);
      for (let a = -2n; a < m + 2n; a++) expect(n.sqrt(a), `${a} modulo ${m}`).toBe(roots.get(mod(a, m)));
    }
  });

  test.each(Object.entries(PRIMES))("roots and symbols modulo %s", (_name, p) => {
    using n = new Modulus(p);
    const property = fc.property(number, (given) => {
      const x = mod(given, p);
      const square = (x * x) % p;
      expect(n.sqrt(square)).toBe(x > p - x ? p - x : x);
      expect(n.sqrt(square - p)).toBe(n.sqrt(square));
      if (p === 2n) return;
      // Euler
      const power = powReference(x, (p - 1n) / 2n, p);
      const symbol = power === p - 1n ? -1 : Number(power);
      expect(n.jacobi(given)).toBe(symbol);
      expect(n.sqrt(given) === undefined).toBe(symbol === -1);
    });
    fc.assert(property, { numRuns: 25 });
  });

  test("composite moduli have no root, even if they pass weak tests", () => {
    // Carmichael numbers, a strong pseudoprime to the bases 2 to 37, a square, a product of two primes
    const [p, q] = [2n ** 127n - 1n, 2n ** 89n - 1n];
    for (const m of [561n, 1729n, 318665857834031151167461n, p * p, p * q, 1n, 4n, 1n << 255n]) {
      using n = new Modulus(m);
      expect(() => n.sqrt(4n)).toThrow(/^the modulus must be a prime for a square root, got \d+.*combine them by crt$/);
    }
  });

  test("the symbol of a composite modulus is a product, and an even modulus has none", () => {
    const [p, q] = [1009n, 65537n];
    const [n, ofP, ofQ] = [new Modulus(p * q), new Modulus(p), new Modulus(q)];
    for (let a = -50n; a < 50n; a++) expect(n.jacobi(a)).toBe(ofP.jacobi(a) * ofQ.jacobi(a) + 0);
    expect(new Modulus(1n).jacobi(0n)).toBe(1);
    expect(() => new Modulus(8n).jacobi(3n)).toThrow(/^the modulus must be odd for a Jacobi symbol, got 8/);
  });

  test("arguments are named, and nothing is computed after disposal", () => {
    const n = new Modulus(101n);
    const bad = "5" as never;
    const calls = {
      a: [() => n.add(bad, 1n), () => n.sub(bad, 1n), () => n.neg(bad), () => n.div(bad, 1n), () => n.sqrt(bad)],
      b: [() => n.add(1n, bad), () => n.sub(1n, bad), () => n.div(1n, bad)],
    };
    for (const [name, all] of Object.entries({ ...calls, a: [...calls.a, () => n.jacobi(bad)] })) {
      for (const call of all) expect(call).toThrow(`${name} must be a bigint or a safe integer, got "5"`);
    }
    const long = 1n << 65_536n;
    for (const call of [() => n.add(long, 1n), () => n.sub(1n, long), () => n.neg(long), () => n.sqrt(long)]) {
      expect(call).toThrow(expect.objectContaining({ code: "MODEXP_TOO_LONG" }));
    }
    n.dispose();
    for (const call of [() => n.add(1, 1), () => n.neg(1), () => n.div(1, 1), () => n.sqrt(1), () => n.jacobi(1)]) {
      expect(call).toThrow(expect.objectContaining({ code: "MODEXP_DISPOSED" }));
    }
  });
});
