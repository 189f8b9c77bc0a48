/** docs/vdf.md: proofs match the definition, also for long delays, and a cheating prover is refused. */
import { describe, expect, test } from "vitest";
import { challenge, evaluate, start, verify } from "../../docs/vdf.md";
import { Modulus, modPow } from "../../src/index.js";
import { randomPrime } from "../../src/primes.js";

const SEED = new TextEncoder().encode("a seed");

/** The smaller of ±a. */
const positive = (a: bigint, N: bigint) => (2n * a > N ? N - a : a);

describe("a verifiable delay function", () => {
  const [p, q] = [randomPrime(128), randomPrime(128)] as [bigint, bigint];
  const N = p * q;
  const order = (p - 1n) * (q - 1n);

  test.each([0n, 1n, 255n, 256n, 257n, 4095n, 4096n, 4097n, 8192n, 20_001n])(
    "the proof for T = %i is x^⌊2^T/l⌋",
    async (T) => {
      const x = await start(N, SEED);
      const { y, proof } = await evaluate(N, x, T);
      expect(y).toBe(positive(modPow(x, 1n << T, N), N));
      const l = await challenge(new Modulus(N), x, y, T);
      expect(proof).toBe(positive(modPow(x, (1n << T) / l, N), N));
      expect(await verify(N, x, T, { y, proof })).toBe(true);
    },
  );

  // no call takes an exponent of 2^T's length
  test("2^T may be longer than any number that the package takes", async () => {
    const T = 17_000_000n;
    const x = await start(N, SEED);
    expect(() => new Modulus(N).powVartime(x, 1n << T)).toThrow("exponent must have at most");
    const { y, proof } = await evaluate(N, x, T);
    const l = await challenge(new Modulus(N), x, y, T);
    // ⌊2^T/l⌋ modulo the order, which a real prover does not know
    const quotient = (modPow(2n, T, l * order) - modPow(2n, T, l)) / l;
    expect([y, proof]).toEqual([modPow(2n, T, order), quotient].map((exponent) => positive(modPow(x, exponent, N), N)));
    expect(await verify(N, x, T, { y, proof })).toBe(true);
  });

  test("a prover who cheats is refused", async () => {
    const T = 5000n;
    const x = await start(N, SEED);
    const { y, proof } = await evaluate(N, x, T);
    const m = new Modulus(N);
    const fewer = await evaluate(N, x, T - 1n);
    const other = await evaluate(N, m.square(x), T);
    // a proof for y alone: proof^l·x^r is a different y
    const made = positive(m.powProduct([2n, x], [await challenge(m, x, y, T), 1n]), N);
    for (const [y2, proof2] of [
      [N - y, proof],
      [y, N - proof],
      [y + N, proof],
      [y, proof + N],
      [y - N, proof],
      [y, -proof],
      [0n, 0n],
      [0n, proof],
      [y, 0n],
      [1n, 1n],
      [N - 1n, 1n],
      [N, N],
      [y, 1n],
      [y, y],
      [fewer.y, fewer.proof],
      [other.y, other.proof],
      [m.square(fewer.y), fewer.proof],
      [made, 2n],
    ] as const) {
      expect(await verify(N, x, T, { y: y2, proof: proof2 }), `${y2}, ${proof2}`).toBe(false);
    }
    for (const x2 of [0n, -x, N, x + N]) expect(await verify(N, x2, T, { y, proof })).toBe(false);
    await expect(verify(N, x, 1n << 64n, { y, proof })).rejects.toThrow(RangeError);
    await expect(verify(N, x, -1n, { y, proof })).rejects.toThrow(RangeError);
  });

  test("x is of the seed alone, and differs with each", async () => {
    const x = await start(N, SEED);
    expect(await start(N, SEED)).toBe(x);
    expect(await start(N, SEED.slice(1))).not.toBe(x);
    expect(x > 1n && x < N).toBe(true);
  });
});
