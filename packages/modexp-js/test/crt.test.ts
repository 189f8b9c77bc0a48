import { describe, expect, test, vi } from "vitest";
import { BigIntArithmetic } from "../src/bigint/arithmetic.js";
import type { CrtOptions, Int } from "../src/index.js";
import { checkPseudoprimes, hex } from "./shared/checks.js";
import { checkDamagedKeys } from "./shared/damaged-keys.js";
import { PUBLIC, readVectors } from "./shared/files.js";
import { gcd, powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

const P = (1n << 521n) - 1n;
const Q = (1n << 607n) - 1n;
const R = (1n << 127n) - 1n;
const NO_EXPONENT = "d must be the inverse of a public exponent below 2^256";
/** The primes for verifying results on BigInt. */
const CHECKS = [(1n << 64n) - 59n, (1n << 64n) - 83n] as const;

describe.each(tiers)("CrtModulus on $tier", ({ tier, api }) => {
  test("powers are those modulo the product", () => {
    for (const primes of [
      [3n, 5n],
      [Q, P],
      [P, R, Q, 7n],
      [1_000_003, 1_000_033],
      // one of the primes, or the product, has 130 bits
      [(1n << 130n) - 5n, 11n],
      [R, 7n],
      [CHECKS[0], R],
      [...CHECKS, 3n, 5n],
    ]) {
      const n = new api.CrtModulus(primes);
      const m = primes.map(BigInt).reduce((a, b) => a * b);
      expect(n.value).toBe(m);
      expect(n.bitLength).toBe(m.toString(2).length);
      expect(n.byteLength).toBe(Math.ceil(n.bitLength / 8));
      for (const base of [0n, 1n, 2n, -3n, m - 1n, m / 3n, BigInt(primes[0] ?? 0)]) {
        for (const exponent of [0n, 1n, 2n, m >> 1n, BigInt(primes[0] ?? 0) - 1n, m * m]) {
          expect(n.pow(base, exponent)).toBe(powReference(base, exponent, m));
        }
      }
      n.dispose();
    }
  });

  test("privateKeyOp undoes the public key", () => {
    const m = P * Q;
    const n = new api.CrtModulus([P, Q]);
    const e = 65537n;
    const d = api.modInverse(e, (P - 1n) * (Q - 1n));
    for (const message of [0n, 1n, 2n, m - 1n, m / 7n, P, Q]) {
      const c = powReference(message, e, m);
      expect(n.privateKeyOp(c, d)).toBe(message);
      expect(n.privateKeyOp(c + m, d)).toBe(message);
      expect(n.pow(c, d)).toBe(message);
    }
    n.dispose();
  });

  test("a public exponent has up to 256 bits, and fewer than the longest prime", () => {
    const m = P * Q;
    const n = new api.CrtModulus([P, Q]);
    const order = (P - 1n) * (Q - 1n);
    for (const bits of [63n, 64n, 65n, 128n, 255n, 256n]) {
      let e = (1n << bits) + 1n;
      while (gcd(e, order) !== 1n) e += 2n;
      const d = api.modInverse(e, order);
      const c = powReference(m / 7n, e, m);
      for (const blind of [false, true]) {
        if (bits < 256n) expect(n.privateKeyOp(c, d, { blind })).toBe(m / 7n);
        else expect(() => n.privateKeyOp(c, d, { blind })).toThrow(NO_EXPONENT);
      }
      // without searching for the public exponent
      expect(n.pow(c, d)).toBe(m / 7n);
    }
    // primes of different lengths, in any order
    for (const primes of [
      [7n, P],
      [P, 7n],
    ]) {
      const d = api.modInverse(65537n, 6n * (P - 1n));
      using each = new api.CrtModulus(primes);
      expect(each.privateKeyOp(each.pow(9n, 65537n), d)).toBe(9n);
    }
    n.dispose();
  });

  test("an exponent that belongs to no public one is refused", () => {
    using n = new api.CrtModulus([P, Q]);
    // no valid exponent, and one that is valid for one of the primes only
    for (const d of [0n, 2n, 12_345n, api.modInverse(65537n, P - 1n)]) {
      for (const blind of [false, true]) {
        const call = () => n.privateKeyOp(5n, d, { blind });
        expect(call).toThrow(RangeError);
        expect(call).toThrow(NO_EXPONENT);
      }
      expect(n.pow(5n, d)).toBe(powReference(5n, d, P * Q));
    }
  });

  test("the modulus, where it is passed, must be the product of the primes", () => {
    for (const [primes, power] of [
      [[P, Q], 1],
      [[P, Q, R], 1],
      [[P, Q], 2],
      [[P, R], 5],
    ] as const) {
      const m = primes.reduce((product, p) => product * p) ** BigInt(power);
      for (const trusted of [false, true]) {
        using n = new api.CrtModulus(primes, { modulus: m, power, trusted });
        expect([n.value, n.pow(3n, 5n)]).toEqual([m, 243n]);
        for (const modulus of [m + 2n, m ^ 4n, m * 3n, 1n]) {
          const make = () => new api.CrtModulus(primes, { modulus, power, trusted });
          expect(make).toThrow(RangeError);
          expect(make).toThrow("modulus must be the product of the primes; pass the numbers of one key, undamaged");
        }
      }
    }
    expect(new api.CrtModulus([3, 5], { modulus: 15 }).value).toBe(15n);
    expect(() => new api.CrtModulus([P, Q], { modulus: 0n })).toThrow("modulus must be at least 1, got 0");
    expect(() => new api.CrtModulus([P, Q], { modulus: "15" as never })).toThrow("modulus must be a bigint");
  });

  test("a key that was damaged before it is made gives no prime away", () => {
    expect(checkDamagedKeys(api, 7, 3)).toBeGreaterThan(1000);
    // nothing can detect this without the modulus
    expect(() => checkDamagedKeys(api, 7, 3, true)).toThrow("which gives the factor");
  });

  test("blinding computes on other numbers and gives the same result", () => {
    const m = P * Q;
    const n = new api.CrtModulus([P, Q]);
    const d = api.modInverse(65537n, (P - 1n) * (Q - 1n));
    const asked: Uint8Array[] = [];
    const source = (bytes: Uint8Array) => {
      asked.push(bytes);
      bytes.set(Uint8Array.from(bytes, (_, i) => 7 * i + asked.length));
    };
    for (const message of [0n, 1n, m - 1n, m / 7n, P, Q]) {
      const c = powReference(message, 65537n, m);
      expect(n.privateKeyOp(c, d, { blind: true })).toBe(message);
      expect(n.privateKeyOp(c, d, { blind: source })).toBe(message);
      expect(n.privateKeyOp(c, d, { blind: false })).toBe(message);
    }
    // each call draws one new number and leaves none behind
    expect(asked.length).toBe(6);
    expect(new Set(asked).size).toBe(6);
    for (const bytes of asked) expect(bytes).toEqual(new Uint8Array(n.byteLength + 8));
    n.dispose();
  });

  test("blinding tries again where a random number has no inverse", () => {
    const n = new api.CrtModulus([11n, 3n]);
    let calls = 0;
    const source = (bytes: Uint8Array) => bytes.fill(++calls < 4 ? 0 : 1, 0, 1);
    expect(n.privateKeyOp(2n, 3n, { blind: source })).toBe(8n);
    expect(calls).toBe(4);
    calls = 0;
    expect(() => n.privateKeyOp(2n, 3n, { blind: () => void calls++ })).toThrow("blind must fill its bytes");
    expect(calls).toBe(128);
  });

  test("blinding without randomness is an error", () => {
    const n = new api.CrtModulus([P, Q]);
    const d = api.modInverse(65537n, (P - 1n) * (Q - 1n));
    const broken = new Error("the device is gone");
    const call = (blind: unknown) => n.privateKeyOp(2n, d, { blind } as { blind: boolean });
    const failing = () => {
      throw broken;
    };
    expect(() => call(failing)).toThrow(broken);
    const taking = (bytes: Uint8Array<ArrayBuffer>) => structuredClone(bytes, { transfer: [bytes.buffer] });
    expect(() => call(taking)).toThrow("blind must fill its bytes");
    expect(() => call("yes")).toThrow(TypeError);
    expect(() => n.privateKeyOp(2n, d, true as never)).toThrow("options must be an object");
    expect(() => call(() => n.dispose())).toThrow("this CrtModulus was disposed of");
  });

  test("powers of primes", () => {
    for (const [primes, power] of [
      [[P, Q], 2],
      [[3n, 5n], 2],
      [[7n, 3n, 5n], 3],
      [[P, R], 5],
      [[P, R], 1],
    ] as const) {
      const [p, q] = primes;
      const m = primes.reduce((product, each) => product * each) ** BigInt(power);
      const order = primes.reduce((product, each) => product * (each - 1n) * each ** BigInt(power - 1), 1n);
      const products = [false, true].map((trusted) => new api.CrtModulus(primes, { power, trusted }));
      for (const e of [0n, 1n, 2n, 3n, order, order + 1n, order + 4n, order * (2n ** 64n - 60n) + 1n]) {
        for (const base of [0n, 1n, 2n, p, p * p * 2n, q * 3n, m - 1n]) {
          const want = powReference(base, e, m);
          for (const n of products) expect([n.value, n.pow(base, e)]).toEqual([m, want]);
        }
      }
      const e = [65537n, 257n, 11n].find((e) => e < primes[0] && gcd(e, order) === 1n);
      for (const n of e === undefined ? [] : products) {
        const d = api.modInverse(e as bigint, order);
        for (const base of [0n, 1n, 2n, m - 1n]) expect(n.privateKeyOp(base, d)).toBe(powReference(base, d, m));
        // p is not a power modulo m
        if (power > 1) expect(() => n.privateKeyOp(p, d)).toThrow("the result did not verify");
      }
      for (const n of products) n.dispose();
    }
  });

  test("primes that are trusted are tested before a result could give them away", () => {
    const d = api.modInverse(65537n, (P - 1n) * (Q - 1n));
    for (const power of [1, 2]) {
      const n = new api.CrtModulus([P, Q + 2n], { power, trusted: true });
      expect(() => n.pow(5n, d)).toThrow("the result did not verify; check the machine and the primes");
      expect(() => n.privateKeyOp(5n, d)).toThrow(NO_EXPONENT);
      expect(() => n.privateKeyOp(5n, d, { blind: true })).toThrow(NO_EXPONENT);
      n.dispose();
    }
    for (const primes of [[P], [P, P], [2n, P], [P, 1n]]) {
      expect(() => new api.CrtModulus(primes, { trusted: true })).toThrow(
        "primes must be two or more different odd primes",
      );
    }
  });

  test.runIf(tier === "js")("a part that is wrong is no result", () => {
    const n = new api.CrtModulus([P, Q]);
    const d = api.modInverse(65537n, (P - 1n) * (Q - 1n));
    const pow = vi.spyOn(BigIntArithmetic.prototype, "pow").mockReturnValueOnce(5n);
    try {
      expect(() => n.pow(2n, 65537n)).toThrow("the result did not verify");
      pow.mockReturnValueOnce(5n);
      expect(() => n.privateKeyOp(2n, d)).toThrow("the result did not verify");
    } finally {
      pow.mockRestore();
    }
    expect(n.pow(2n, 65537n)).toBe(powReference(2n, 65537n, P * Q));
    expect(n.privateKeyOp(2n, d)).toBe(powReference(2n, d, P * Q));
  });

  test("options that are wrong", () => {
    const make = (options: unknown) => new api.CrtModulus([P, Q], options as CrtOptions);
    for (const power of [0, -1, 65_537]) expect(() => make({ power })).toThrow("power must be from 1 to 65536");
    for (const power of ["2", 1.5, 2n, null])
      expect(() => make({ power })).toThrow("power must be an integer of type number");
    expect(() => make({ trusted: 1 })).toThrow("trusted must be a boolean, got 1");
    expect(() => make({ power: 60_000 })).toThrow("the product of the primes must have at most 65536 bits");
    expect(() => make(true)).toThrow("options must be an object, as ");
  });

  test("a negative exponent is the inverse, where there is one", () => {
    const n = new api.CrtModulus([P, R]);
    expect((n.pow(3n, -7n) * powReference(3n, 7n, P * R)) % (P * R)).toBe(1n);
    expect(() => n.pow(P, -1n)).toThrow("base has no inverse");
    expect(() => n.privateKeyOp(3n, -1n)).toThrow("d must be at least 0, got -1");
  });

  test("primes that are none are a RangeError", () => {
    const none = [[], [P], [P, P], [2n, 5n], [9n, 5n], [1n, 7n], [0n, 7n], [P, Q * R], [P, Q, R - 2n]];
    // composite m with 2^(m − 1) = 1 mod m
    const pseudoprime = [
      [2n ** 53n - 1n, 73n],
      [7n, 341n],
      [2n ** 67n - 1n, P],
    ];
    for (const primes of [...none, ...pseudoprime]) {
      expect(() => new api.CrtModulus(primes)).toThrow(RangeError);
      expect(() => new api.CrtModulus(primes)).toThrow("primes must be two or more different odd primes");
    }
    expect(() => new api.CrtModulus([-7n, 5n])).toThrow("primes[0] must be at least 0, got -7");
    expect(() => new api.CrtModulus(["7", 5n] as unknown as Int[])).toThrow(
      'primes[0] must be a bigint or a safe integer, got "7"',
    );
    expect(() => new api.CrtModulus(7n as unknown as Int[])).toThrow("primes must be an array");
  });

  test("composite numbers that pass other tests are no primes", () => {
    expect(checkPseudoprimes(api, [P * P, P * Q])).toBeGreaterThan(25);
  });

  test("all primes below 1000 are primes", () => {
    const isPrime = (n: number) => [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31].every((d) => n === d || n % d !== 0);
    for (let n = 3; n < 1000; n++) {
      const make = () => new api.CrtModulus([n, R]).dispose();
      if (n % 2 !== 0 && isPrime(n)) make();
      else expect(make, `${n}`).toThrow(RangeError);
    }
  });

  test("after dispose every call is an Error", () => {
    const n = new api.CrtModulus([P, R]);
    n.dispose();
    n.dispose();
    for (const call of [() => n.pow(1n, 1n), () => n.privateKeyOp(1n, 1n), () => n.value]) {
      expect(call).toThrow("this CrtModulus was disposed of; make a new one");
    }
  });

  test.skipIf(PUBLIC === undefined)("public RSA keys", () => {
    const keys = PUBLIC === undefined ? [] : readVectors(PUBLIC, "rsa_keys.jsonl");
    const withPrimes = keys.filter((key) => "p" in key && !("primes3" in key));
    expect(withPrimes.length).toBeGreaterThan(100);
    for (const key of withPrimes.filter((_, i) => i % 5 === 0)) {
      const [n, e, d, p, q] = ["n", "e", "d", "p", "q"].map((name) => hex(key[name])) as [
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
      ];
      const crt = new api.CrtModulus([p, q], { modulus: n });
      expect(crt.value).toBe(n);
      expect(crt.privateKeyOp(powReference(2n, e, n), d)).toBe(2n);
      crt.dispose();
    }
  });
});
