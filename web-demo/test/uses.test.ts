import { bls12_381 } from "@noble/curves/bls12-381.js";
import { modInverse, modPow } from "modexp";
import { Pairing } from "modexp/pairings";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { describe, expect, test } from "vitest";
import { fromBytes, randomBelow, randomBits, toBytes } from "../src/shared/numbers.js";
import { makeRsaKey, pssVerifier } from "../src/shared/rsa-key.js";
import { hashToG2 } from "../src/uses/hash-to-curve.js";
import { pkcs1, pss, SALT_LENGTH } from "../src/uses/padding.js";
import { decrypt, encrypt, fits, paillierKey, sharedBase } from "../src/uses/paillier.js";

const message = new TextEncoder().encode("a message");

describe.each([1024, 1031, 2048])("padding for %i bits", (bits) => {
  test("PSS is what WebCrypto accepts", async () => {
    const key = await makeRsaKey(bits);
    const signature = powBinary(await pss(message, bits), key.d, key.n);
    const bytes = toBytes(signature, Math.ceil(bits / 8));
    const parameters = { name: "RSA-PSS", saltLength: SALT_LENGTH };
    expect(await crypto.subtle.verify(parameters, await pssVerifier(key), bytes, message)).toBe(true);
  });

  test("PKCS #1 v1.5 is what WebCrypto makes", async () => {
    const key = await makeRsaKey(bits);
    const theirs = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key.pair.privateKey, message);
    const opened = powBinary(fromBytes(new Uint8Array(theirs)), key.e, key.n);
    expect(opened).toBe(await pkcs1(message, Math.ceil(bits / 8)));
  });
});

test("the product of Paillier's ciphertexts decrypts to the sum", async () => {
  const { p, q } = await makeRsaKey(1024);
  const key = paillierKey(p, q);
  const { n, square, lambda } = key;
  const h = sharedBase(randomBelow(n), key, modPow);
  // an n-th power adds nothing to the vote
  expect(powBinary(h, lambda, square)).toBe(1n);
  const votes = [1n, 0n, 1n, 1n, 41n];
  let product = 1n;
  for (const vote of votes) product = (product * encrypt(vote, powBinary(h, randomBits(512), square), key)) % square;
  expect(decrypt(powBinary(product, lambda, square), modInverse(lambda, n), key)).toBe(44n);
});

test("primes fit when both are 3 mod 4 and share no factor but 2", () => {
  expect(fits(7n, 11n)).toBe(true);
  // 5 = 1 mod 4, and 3 divides both 7 − 1 and 31 − 1
  for (const [p, q] of [
    [5n, 7n],
    [7n, 5n],
    [7n, 31n],
    [7n, 7n],
  ] as const)
    expect(fits(p, q)).toBe(false);
});

const TAG = "QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";

test("a message is hashed to the point of RFC 9380, J.10.1", async () => {
  using e = new Pairing("BLS12-381");
  const { x } = await hashToG2(e, new TextEncoder().encode("abc"), TAG);
  expect(x).toEqual([
    0x02c2d18e033b960562aae3cab37a27ce00d80ccd5ba4b7fe0e7a210245129dbec7780ccc7954725f4168aff2787776e6n,
    0x139cddbccdc5e91b9623efd38c49f81a6f83f175e80b06fc374de9eb4b41dfe4ca3a230ed250fbe3a2acf73a41177fd8n,
  ]);
});

test.each([0, 1, 55, 64, 1000])("a message of %i bytes is hashed to noble's point", async (length) => {
  using e = new Pairing("BLS12-381");
  const message = crypto.getRandomValues(new Uint8Array(length));
  const { x, y } = bls12_381.G2.hashToCurve(message, { DST: TAG }).toAffine();
  expect(await hashToG2(e, message, TAG)).toEqual({ x: [x.c0, x.c1], y: [y.c0, y.c1] });
});
