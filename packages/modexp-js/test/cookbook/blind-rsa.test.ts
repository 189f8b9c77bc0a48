/** docs/blind-rsa.md against the vectors of RFC 9474, appendix A. */
import { describe, expect, test } from "vitest";
import { blind, blindSign, finalize, verify } from "../../docs/blind-rsa.md";
import { concat, randomBelow, toBytes } from "../../docs/bytes.md";
import { CrtModulus, Modulus } from "../../src/index.js";
import { hex, type Vector } from "../shared/checks.js";
import { PUBLIC, readVectors } from "../shared/files.js";

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

// the RFC's message, salt and random prefixes, which the files of exponentiations do not have
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
