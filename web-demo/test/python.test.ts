/** The lines of Python, run: their results are those of noble, of WebCrypto, and of plain loops. */
import { createHash } from "node:crypto";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { modPow } from "modexp";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { describe, expect, test } from "vitest";
import { fromBytes, literal, randomBelow, randomBits, toBytes } from "../src/shared/numbers.js";
import { randomProblem } from "../src/shared/problems.js";
import { powerOf } from "../src/shared/python.js";
import { makeRsaKey } from "../src/shared/rsa-key.js";
import { pkcs1, pss } from "../src/uses/padding.js";
import { encrypt, fits, paillierKey, sharedBase } from "../src/uses/paillier.js";
import { agreedKey, decrypted, isPkcs1, isPss, multiple, signatureOfAll } from "../src/uses/python.js";
import { hasPython, shell } from "./shell.js";

/** The output of a line of Python, which a shell reads as it stands, in an interactive session too. */
function run(line: string): string {
  expect(line).toMatch(/^python3 -c "[^"$`\\!\n]*"\n$/);
  return shell(line);
}

describe.skipIf(!hasPython())("one line of Python", () => {
  test.each([256, 2048])("a power of %i bits", (bits) => {
    const problem = randomProblem(bits);
    expect(BigInt(run(powerOf(problem)))).toBe(powBinary(problem.base, problem.exponent, problem.modulus));
  });

  test.each([true, false])("the key of an agreement, hashed: %s", (hashed) => {
    // the key 2 in 64 bytes has many zeros in front
    for (const [p, a, b] of [
      [2n ** 511n + 111n, 1n, 1n],
      [2n ** 512n - 569n, randomBits(511), randomBits(511)],
    ] as const) {
      const key = powBinary(2n, a * b, p);
      const digest = createHash("sha256").update(toBytes(key, 64)).digest();
      expect(BigInt(run(agreedKey(p, a, b, 64, hashed)))).toBe(hashed ? fromBytes(digest) : key);
    }
  });

  test.each([
    ["P-256", p256],
    ["secp256k1", secp256k1],
  ])("a multiple on %s", (_, { Point }) => {
    const { p, n, a } = Point.CURVE();
    for (const k of [2n, 3n, 4n, n - 1n, n - 2n, randomBelow(n)]) {
      const line = multiple(literal(k), { p, a }, Point.BASE.toAffine());
      expect(BigInt(run(line)), `${k}`).toBe(Point.BASE.multiply(k).toAffine().x);
    }
  });

  test("a joint signature, with either sign of y", () => {
    const { Point } = bls12_381.G2;
    const { p } = bls12_381.G1.Point.CURVE();
    const P = Point.BASE.multiply(randomBelow(Point.Fn.ORDER));
    const { x, y } = P.toAffine();
    const k = randomBelow(Point.Fn.ORDER);
    for (const each of [k, Point.Fn.ORDER - k]) {
      const line = signatureOfAll(`(${each - 1n}+1)%${Point.Fn.ORDER}`, p, { x: [x.c0, x.c1], y: [y.c0, y.c1] });
      expect(run(line)).toBe(`0x${P.multiply(each).toHex(true)}`);
    }
  });

  test.each([1024, 2048])("RSA signatures of %i bits, right and wrong", async (bits) => {
    const { n, d } = await makeRsaKey(bits);
    const length = bits / 8;
    const [message, other] = ['I owe you "12.50" $(date) `date` \'\\!\n', "I owe you 12.51"].map((text) =>
      new TextEncoder().encode(text),
    ) as [Uint8Array, Uint8Array];
    for (const [padded, isRight] of [
      [await pkcs1(message, length), isPkcs1],
      [await pss(message, bits), isPss],
    ] as const) {
      const signature = powBinary(padded, d, n);
      expect(run(isRight({ n, signature, message }, length))).toBe("True");
      expect(run(isRight({ n, signature, message: other }, length))).toBe("False");
      expect(run(isRight({ n, signature: signature + 1n, message }, length))).toBe("False");
    }
  });

  test("the sum in Paillier's ciphertext", async () => {
    let { p, q } = await makeRsaKey(512 * 2);
    while (!fits(p, q)) ({ p, q } = await makeRsaKey(512 * 2));
    const key = paillierKey(p, q);
    const h = sharedBase(randomBelow(key.n), key, modPow);
    const ciphertext = encrypt(563n, powBinary(h, randomBits(512), key.square), key);
    expect(run(decrypted(ciphertext, key.n, key.lambda))).toBe("563");
  });
});
