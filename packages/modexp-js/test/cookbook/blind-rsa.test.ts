/** docs/blind-rsa.md against the vectors of RFC 9474, appendix A, and a cheating partner. */
import { describe, expect, test } from "vitest";
import { blind, blindSign, finalize, verify } from "../../docs/blind-rsa.md";
import { concat, randomBelow, toBigInt, toBytes } from "../../docs/bytes.md";
import { CrtModulus, Modulus, modInverse } from "../../src/index.js";
import { randomPrime } from "../../src/primes.js";
import { hex, type Vector } from "../shared/checks.js";
import { PUBLIC, readVectors } from "../shared/files.js";

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

// the RFC's message, salt and random prefixes; the files of exponentiations lack them
const MESSAGE = bytes(
  "8f3dc6fb8c4a02f4d6352edf0907822c1210a9b32f9bdda4c45a698c80023aa6b59f8cfec5fdbb36331372ebefedae7d",
);
const SALT = bytes("051722b35f458781397c3a671a7d3bd3096503940e4c4f1aaa269d60300ce449555cd7340100df9d46944c5356825abf");
const VARIANTS = [
  { name: "PSS-Randomized:0", prefix: "8417e699b219d583fb6216ae0c53ca0e9723442d02f1d1a34295527e7d929e8b", salt: SALT },
  { name: "PSSZERO-Randomized:1", prefix: "84ea86c8cf3beedfed73beceabd792027c609d1100bf041fdd60d826a718130d" },
  { name: "PSS-Deterministic:2", salt: SALT },
  { name: "PSSZERO-Deterministic:3" },
];

describe.skipIf(PUBLIC === undefined)("blind RSA signatures", () => {
  const vectors = PUBLIC === undefined ? [] : readVectors(PUBLIC, "rfc9474.jsonl");

  test.each(VARIANTS)("RSABSSA-SHA384-$name", async ({ name, prefix = "", salt = new Uint8Array() }) => {
    const step = (what: string) => vectors.find(({ id }) => id === `RSABSSA-SHA384-${name}:${what}`) as Vector;
    const signing = step("blind_sign");
    const n = hex(signing.mod);
    const d = hex(signing.exp);
    const e = hex(step("sig_verify").exp);
    const m = new Modulus(n);
    const signature = toBytes(hex(step("sig_verify").base), m.byteLength);
    // the blind signature is the signature times r
    const r = m.mul(hex(signing.result), m.inverse(hex(step("sig_verify").base)));

    const prepared = concat(bytes(prefix), MESSAGE);
    const { blinded, inverse } = await blind({ n, e }, prepared, { salt, r });
    expect(blinded).toEqual(toBytes(hex(signing.base), m.byteLength));
    const blindSignature = blindSign(new CrtModulus(factors(m, e * d - 1n)), d, blinded);
    expect(blindSignature).toEqual(toBytes(hex(signing.result), m.byteLength));
    expect(await finalize({ n, e }, prepared, blindSignature, inverse, salt.length)).toEqual(signature);
    expect(await verify({ n, e }, prepared, signature, salt.length)).toBe(true);
    expect(await verify({ n, e }, prepared, concat(Uint8Array.of(0), signature), salt.length)).toBe(false);
    expect(await verify({ n, e }, MESSAGE.slice(1), signature, salt.length)).toBe(false);
  });
});

describe("a partner who cheats", () => {
  const [p, q] = [randomPrime(512), randomPrime(512)] as [bigint, bigint];
  const key = new CrtModulus([p, q]);
  const [n, e] = [key.value, 65537n];
  const d = modInverse(e, (p - 1n) * (q - 1n));
  const length = key.byteLength;

  test("a signer has an n with a small factor: a message that shares it is not sent", async () => {
    const weak = 3n * n;
    const outcomes = [];
    for (let salt = 0; salt < 40; salt++) {
      const options = { salt: toBytes(BigInt(salt), 48), r: 5n };
      outcomes.push(
        await blind({ n: weak, e }, MESSAGE, options).then(
          ({ blinded }: { blinded: Uint8Array }) => {
            // the signer sees the message's residue modulo 3 only up to a factor
            expect(toBigInt(blinded) % 3n).not.toBe(0n);
            return "blinded";
          },
          (error: Error) => error.message,
        ),
      );
    }
    const refused = "invalid input: the message and n have a common factor";
    expect(new Set(outcomes)).toEqual(new Set(["blinded", refused]));
    // a third of the outcomes
    expect(outcomes.filter((outcome) => outcome === refused).length).toBeGreaterThan(2);
  });

  test("a signer has a key that is none", async () => {
    for (const bad of [
      { n: 2n * n, e },
      { n, e: 65536n },
      { n, e: 1n },
      { n, e: -3n },
      { n: 0n, e },
      { n: -n, e },
      { n: 1n, e },
      { n: 15n, e },
    ]) {
      await expect(blind(bad, MESSAGE)).rejects.toThrow(RangeError);
    }
    // r shares a factor with n
    await expect(blind({ n, e }, MESSAGE, { r: p })).rejects.toThrow(RangeError);
  });

  test("a signer answers with another number", async () => {
    const { blinded, inverse } = await blind({ n, e }, MESSAGE);
    const right = blindSign(key, d, blinded);
    await expect(finalize({ n, e }, MESSAGE, right, inverse)).resolves.toHaveLength(length);
    for (const wrong of [0n, 1n, n - 1n, n - toBigInt(right), p, toBigInt(blinded)]) {
      const answer = finalize({ n, e }, MESSAGE, toBytes(wrong, length), inverse);
      await expect(answer).rejects.toThrow("the server's signature is wrong");
    }
    for (const wrong of [right.slice(1), concat(Uint8Array.of(0), right), new Uint8Array(0), new Uint8Array(100_000)]) {
      await expect(finalize({ n, e }, MESSAGE, wrong, inverse)).rejects.toThrow("must have 128 bytes");
    }
  });

  test("a client sends what is no blinded message, or no signature", async () => {
    for (const wrong of [new Uint8Array(0), new Uint8Array(length - 1), new Uint8Array(length + 1)]) {
      expect(() => blindSign(key, d, wrong)).toThrow("must have 128 bytes");
    }
    for (const wrong of [n, n + 1n, (1n << 1024n) - 1n]) {
      expect(() => blindSign(key, d, toBytes(wrong, length))).toThrow("must be below n");
    }
    const { blinded, inverse } = await blind({ n, e }, MESSAGE);
    const signature = await finalize({ n, e }, MESSAGE, blindSign(key, d, blinded), inverse);
    const s: bigint = toBigInt(signature);
    expect(await verify({ n, e }, MESSAGE, signature)).toBe(true);
    for (const wrong of [0n, 1n, n - 1n, n - s, s ^ 1n]) {
      expect(await verify({ n, e }, MESSAGE, toBytes(wrong, length))).toBe(false);
    }
    if (s + n < 1n << 1024n) expect(await verify({ n, e }, MESSAGE, toBytes(s + n, length))).toBe(false);
    expect(await verify({ n, e }, MESSAGE, new Uint8Array(100_000))).toBe(false);
    // the product of two signatures is not a signature
    const twice = (s * s) % n;
    expect(await verify({ n, e }, concat(MESSAGE, MESSAGE), toBytes(twice, length))).toBe(false);
  });
});

/** The primes of m, given a multiple of the order of every element: a root of 1 other than ±1 reveals them. */
function factors(m: Modulus, multiple: bigint): [bigint, bigint] {
  let odd = multiple;
  while (odd % 2n === 0n) odd /= 2n;
  for (;;) {
    let x = m.powVartime(randomBelow(m.value), odd);
    let square = m.square(x);
    while (square !== 1n) [x, square] = [square, m.square(square)];
    const p = gcd(x - 1n, m.value);
    if (p > 1n && p < m.value) return [p, m.value / p];
  }
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
