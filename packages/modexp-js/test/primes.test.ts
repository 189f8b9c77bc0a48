/** Primes against published ones, pseudoprimes, and a sieve; random primes; divisors. */
import { describe, expect, test } from "vitest";
import { isStrongLucas, isStrongToBase2 } from "../src/bigint/prime.js";
import { modPow } from "../src/index.js";
import { createPool } from "../src/pool.js";
import { candidates, expected, SMALL_PRIMES } from "../src/primes/sieve.js";
import { passes, roundsFor } from "../src/primes/test.js";
import { gcd, isProbablyPrime, jacobi, randomPrime, randomPrimeOn, tryInverse } from "../src/primes.js";
import { hex } from "./shared/checks.js";
import { PUBLIC, readVectors } from "./shared/files.js";

const P = (1n << 521n) - 1n;

describe("isProbablyPrime", () => {
  test("the numbers below 20,000", () => {
    const composite = new Uint8Array(20_000);
    for (let n = 2; n < composite.length; n++) {
      expect(isProbablyPrime(n, { rounds: 5 }), `${n}`).toBe(!composite[n]);
      for (let multiple = 2 * n; multiple < composite.length; multiple += n) composite[multiple] = 1;
    }
    for (const n of [-7n, -2n, 0n, 1n]) expect(isProbablyPrime(n)).toBe(false);
  });

  test.each([
    [
      "of Miller and Rabin to the base 2",
      (n: bigint) => passes(n, 0, undefined),
      [2047, 3277, 4033, 4681, 8321, 15_841],
    ],
    ["of CRT to the base 2", isStrongToBase2, [2047, 3277, 4033, 4681, 8321, 15_841]],
    ["of Lucas", isStrongLucas, [5459, 5777, 10_877, 16_109, 18_971]],
  ])("below 20,000 the test %s passes primes and the published pseudoprimes alone", (_, test, pseudoprimes) => {
    const passing: number[] = [];
    for (let n = 5; n < 20_000; n += 2) {
      if (test(BigInt(n)) && SMALL_PRIMES.some((p) => n % p === 0 && n !== p)) passing.push(n);
      else if (!test(BigInt(n)) && SMALL_PRIMES.every((p) => n % p !== 0 || n === p)) passing.push(-n);
    }
    expect(passing).toEqual(pseudoprimes);
  });

  test("numbers made to pass tests to fixed bases", () => {
    for (const n of [
      2047n,
      3215031751n,
      3825123056546413051n,
      318665857834031151167461n,
      1194649n,
      P * P,
      P * (P + 2n),
    ]) {
      expect(isProbablyPrime(n)).toBe(false);
    }
    for (const n of [P, (1n << 127n) - 1n, (1n << 255n) - 19n, (1n << 64n) - 59n])
      expect(isProbablyPrime(n)).toBe(true);
    // base 2 alone misses 2047 = 23·89 and 3215031751; the random bases find them
    for (const n of [2047n, 3215031751n]) {
      expect(passes(n, 0, undefined)).toBe(true);
      expect(passes(n, 40, undefined)).toBe(false);
    }
    // 2^((n − 1)/2) is 1 modulo 561 = 3·11·17
    expect(passes(561n, 0, undefined)).toBe(false);
  });

  test("random bases are from 2 to n − 2, of random bytes that are 8 more than n has", () => {
    // 2047 passes base 2, but not base 3; 65537 is prime
    const base = (n: bigint, residue: bigint) =>
      passes(n, 1, (bytes) =>
        bytes.set(Uint8Array.from(bytes, (_, i) => Number((residue >> BigInt(8 * (bytes.length - 1 - i))) & 255n))),
      );
    expect([0n, 1n, 2044n, 2045n].map((residue) => base(2047n, residue))).toEqual([true, false, true, false]);
    for (const residue of [0n, 65_533n, 65_534n, 65_535n, 65_536n, 65_537n]) expect(base(65_537n, residue)).toBe(true);
    passes(P, 1, (bytes) => {
      expect(bytes).toHaveLength(Math.floor(521 / 8) + 9);
      bytes.fill(1);
    });
  });

  test("rounds are 40 by default, and for random candidates those of Damgård, Landrock and Pomerance", () => {
    let calls = 0;
    expect(isProbablyPrime((1n << 127n) - 1n, { random: (bytes) => bytes.fill(++calls) })).toBe(true);
    expect(calls).toBe(40);
    expect([1300, 1299, 850, 849, 650, 649, 450, 449, 250, 249].map(roundsFor)).toEqual([
      4, 5, 5, 6, 6, 8, 8, 14, 14, 40,
    ]);
  });

  test.skipIf(PUBLIC === undefined)("published primes and composites", () => {
    const vectors = readVectors(PUBLIC as string, "aux_prime.jsonl").filter(({ expect }) => expect !== "acceptable");
    expect(vectors.length).toBeGreaterThan(200);
    for (const { id, n, expect: verdict } of vectors) {
      expect(isProbablyPrime(hex(n), { rounds: 8 }), String(id)).toBe(verdict === "Prime");
    }
  });

  test("options", () => {
    expect(() => isProbablyPrime(7919n ** 2n * P, { rounds: 0 })).toThrow("rounds must be from 1 to 1000");
    expect(() => isProbablyPrime("7" as never)).toThrow("n must be a bigint or a safe integer");
    expect(() => isProbablyPrime(P, { maxBits: 520 })).toThrow("n must have at most 520 bits");
    expect(() => isProbablyPrime(P, { random: 7 as never })).toThrow("random must be a function");
    let calls = 0;
    expect(isProbablyPrime(P, { rounds: 3, random: (bytes) => bytes.fill(++calls) })).toBe(true);
    expect(calls).toBe(3);
  });
});

describe("random primes", () => {
  test.each([32, 33, 64, 100, 256, 512])("of %i bits", (bits) => {
    for (let i = 0; i < 3; i++) {
      const p = randomPrime(bits);
      expect(p.toString(2)).toMatch(new RegExp(`^11[01]{${bits - 2}}$`));
      expect(isProbablyPrime(p)).toBe(true);
    }
  });

  test.each([32, 64, 128, 200])("safe ones of %i bits", (bits) => {
    const p = randomPrime(bits, { safe: true });
    expect(p.toString(2)).toMatch(new RegExp(`^11[01]{${bits - 2}}$`));
    expect(isProbablyPrime(p) && isProbablyPrime(p >> 1n)).toBe(true);
  });

  test("all bytes of a candidate but its ends are random ones", () => {
    const n = candidates(256, false, (bytes) => {
      expect(bytes).toHaveLength(32);
      bytes.fill(0xa5);
    }).next().value;
    expect(n.toString(16)).toMatch(/^e5(a5){29}/);
  });

  test("the small primes are those below 2^13, and so many candidates pass them as Mertens says", () => {
    expect([SMALL_PRIMES.length, SMALL_PRIMES[0], SMALL_PRIMES.at(-1)]).toEqual([1028, 2, 8191]);
    expect([expected(32, false), expected(512, false), expected(2048, false), expected(2048, true)]).toEqual([
      1, 22, 88, 7824,
    ]);
  });

  test("the sieve leaves out what has small factors, and no prime", () => {
    const source = candidates(40, true, undefined);
    for (let i = 0; i < 200; i++) {
      const n = source.next().value;
      let factor: bigint | undefined;
      for (let d = 3n; d < 8192n; d += 2n) if (n % d === 0n || (2n * n + 1n) % d === 0n) factor ??= d;
      expect(factor).toBeUndefined();
    }
    const zeros = candidates(32, false, (bytes) => bytes.fill(0));
    const start = (3n << 30n) | 1n;
    const first = zeros.next().value;
    for (let n = start; n < first; n += 2n) expect(isProbablyPrime(n)).toBe(false);
  });

  test("on a pool, with progress and a signal", async () => {
    const pool = createPool({ threads: 2 });
    const seen: number[] = [];
    const p = await randomPrimeOn(pool, 160, { safe: true, onProgress: (done, total) => seen.push(done, total) });
    expect(isProbablyPrime(p) && isProbablyPrime(p >> 1n)).toBe(true);
    expect(seen.slice(0, 2)).toEqual([1, expected(159, true)]);
    const stop = new AbortController();
    const endless = randomPrimeOn(pool, 4096, {
      safe: true,
      signal: stop.signal,
      onProgress: () => stop.abort("enough"),
    });
    await expect(endless).rejects.toBe("enough");
    await expect(randomPrimeOn(pool, 64)).resolves.toBeGreaterThan(1n << 63n);
    pool.dispose();
  });

  test.each([false, true])(
    "on a pool that is none, by a source that does not vary, or progress that throws; safe: %s",
    async (safe) => {
      const code = (of: string) => expect.objectContaining({ code: of });
      for (const none of [null, undefined, {}, 7, { threads: 2 }, { pow: () => 1n }]) {
        await expect(randomPrimeOn(none as never, 256, { safe })).rejects.toThrow(code("MODEXP_TYPE"));
      }
      for (const threads of [0, -1, 1025]) {
        await expect(randomPrimeOn({ threads, pow: async () => 1n }, 256)).rejects.toThrow(code("MODEXP_RANGE"));
      }
      // all bits set: no larger number has as many bits
      const sources = [
        (bytes: Uint8Array) => bytes.fill(255),
        () => {},
        async (bytes: Uint8Array) => bytes.fill(1),
        (() => {
          let calls = 0;
          return (bytes: Uint8Array) => bytes.fill(255 - 2 * (calls++ % 3)).fill(255, 0, -1);
        })(),
      ];
      let pows = 0;
      const counted = {
        threads: 2,
        pow: async (m: bigint, b: bigint, e: bigint) => {
          pows++;
          return modPow(b, e, m);
        },
      };
      for (const random of sources) {
        expect(() => randomPrime(64, { random, safe })).toThrow(code("MODEXP_NO_RANDOM"));
        await expect(randomPrimeOn(counted, 64, { random, safe })).rejects.toThrow(code("MODEXP_NO_RANDOM"));
      }
      expect(() => isProbablyPrime(P, { random: (bytes) => bytes.fill(3) })).toThrow(code("MODEXP_NO_RANDOM"));

      // every lane has ended, or ends with its current work
      pows = 0;
      const thrown = new Error("of the caller");
      const onProgress = () => {
        throw thrown;
      };
      await expect(randomPrimeOn(counted, 2048, { safe, onProgress })).rejects.toBe(thrown);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(pows).toBeLessThanOrEqual(4);
      for (const options of [{ signal: null }, { signal: {} }, { onProgress: 5 }, { onProgress: null }]) {
        await expect(randomPrimeOn(counted, 64, options as never)).rejects.toThrow(code("MODEXP_TYPE"));
      }
    },
  );

  test("progress that throws ends what the threads of a pool are doing", async () => {
    using pool = createPool({ threads: 2 });
    const thrown = new Error("of the caller");
    let calls = 0;
    const onProgress = () => {
      calls++;
      throw thrown;
    };
    await expect(randomPrimeOn(pool, 2048, { onProgress })).rejects.toBe(thrown);
    await expect(pool.pow(101n, 2n, 10n)).resolves.toBe(14n);
    expect(calls).toBe(1);
  });

  test("options", async () => {
    for (const bits of [31, 16_385]) expect(() => randomPrime(bits)).toThrow("bits must be from 32 to 16384");
    expect(() => randomPrime(64, { safe: 1 as never })).toThrow("safe must be a boolean, got 1");
    const taken = (bytes: Uint8Array) => structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
    expect(() => randomPrime(64, { random: taken })).toThrow("random must fill its bytes");
  });
});

test("gcd and tryInverse", () => {
  expect([gcd(12n, -18n), gcd(0n, 0n), gcd(0, 5), gcd(-7n, 0n), gcd(P * 6n, P * 35n)]).toEqual([6n, 0n, 5n, 7n, P]);
  expect([tryInverse(3n, 10n), tryInverse(2n, 10n), tryInverse(-3n, 10n), tryInverse(0n, 1n)]).toEqual([
    7n,
    undefined,
    3n,
    0n,
  ]);
  expect(() => tryInverse(1n, 0n)).toThrow("modulus must be at least 1, got 0");
  expect(() => tryInverse(1n << 99n, 7n, { maxBits: 64 })).toThrow("a must have at most 64 bits, got 100");
});

describe("the Jacobi symbol", () => {
  const odd = Array.from({ length: 150 }, (_, i) => BigInt(2 * i + 1));
  const factors = (n: bigint): bigint[] => {
    const p = SMALL_PRIMES.map(BigInt).find((prime) => n % prime === 0n);
    return n === 1n || p === undefined ? [] : [p, ...factors(n / p)];
  };

  test("is the product of the Legendre symbols, which squares define, for all odd n below 300", () => {
    for (const n of odd) {
      const squares = factors(n).map((p) => ({ p, roots: new Set(odd.map((x) => (x * x) % p)) }));
      for (let a = -n; a <= 2n * n; a++) {
        const symbols = squares.map(({ p, roots }) => {
          const residue = ((a % p) + p) % p;
          return residue === 0n ? 0 : roots.has(residue) ? 1 : -1;
        });
        const wanted = symbols.reduce((product: number, symbol) => product * symbol, 1);
        // millions of values: expect() is slow
        if (jacobi(a, n) !== wanted) expect(jacobi(a, n), `(${a}/${n})`).toBe(wanted);
      }
    }
  });

  // 2^a ± 1 and similar numbers have long runs of zeros above and below
  const structured = [1n, 2n, 29n, 30n, 31n, 60n, 64n, 90n, 255n, 521n].flatMap((k) => [
    1n << k,
    (1n << k) + 1n,
    (1n << k) - 1n,
  ]);
  const values = [0n, 1n, 2n, 3n, 5n, 6n, ...structured, ...structured.map((x, i) => 3n * x + BigInt(i))];

  test.each([P, (1n << 127n) - 1n, (1n << 255n) - 19n, (1n << 61n) - 1n, 2n ** 448n - 2n ** 224n - 1n])(
    "is a^((p − 1)/2) modulo the prime %i (Euler)",
    (p) => {
      for (const a of [...values, ...values.map((x) => -x), p - 1n, p, p + 1n, p * p + 2n]) {
        const power = modPow(a, p >> 1n, p);
        expect(jacobi(a, p), `${a}`).toBe(power === p - 1n ? -1 : Number(power));
      }
    },
  );

  test("is multiplicative in both arguments", () => {
    const ns = values.filter((n) => n % 2n === 1n);
    for (const a of values) {
      for (const n of ns) {
        // −0 is 0
        expect(jacobi(a, n) * jacobi(n - 2n, n) === jacobi(a * (n - 2n), n)).toBe(true);
        expect(jacobi(a, n) * jacobi(a, 3n * P) === jacobi(a, 3n * P * n)).toBe(true);
        expect(jacobi(a, n) === 0).toBe(gcd(a, n) !== 1n);
      }
    }
  });

  test("refuses n that is even or below 1, and other types", () => {
    for (const n of [0, -1, 2, -3n, 1n << 200n]) {
      expect(() => jacobi(3, n)).toThrow(expect.objectContaining({ name: "RangeError", code: "MODEXP_RANGE" }));
    }
    expect(() => jacobi(3, -3n)).toThrow("n must be odd and at least 1, got -3");
    expect(() => jacobi("3" as never, 7)).toThrow(expect.objectContaining({ name: "TypeError", code: "MODEXP_TYPE" }));
    expect(() => jacobi(3, 7.5)).toThrow("n must be a bigint or a safe integer");
    expect(() => jacobi(1n << 99n, 7n, { maxBits: 64 })).toThrow("a must have at most 64 bits, got 100");
    expect(() => jacobi(7n, (1n << 99n) + 1n, { maxBits: 64 })).toThrow("n must have at most 64 bits, got 100");
    expect([jacobi(0, 1), jacobi(-5, 1), jacobi(0, 3)]).toEqual([1, 1, 0]);
  });
});
