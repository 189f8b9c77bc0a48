import { modInverse } from "modexp";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { describe, expect, test } from "vitest";
import { fromBytes, randomBelow, toBytes } from "../src/shared/numbers.js";
import { makeRsaKey, pssVerifier } from "../src/shared/rsa-key.js";
import { pkcs1, pss, SALT_LENGTH } from "../src/uses/padding.js";
import { decrypt, encrypt, paillierKey } from "../src/uses/paillier.js";

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
  const votes = [1n, 0n, 1n, 1n, 41n];
  let product = 1n;
  for (const vote of votes) product = (product * encrypt(vote, powBinary(randomBelow(n), n, square), key)) % square;
  expect(decrypt(powBinary(product, lambda, square), modInverse(lambda, n), key)).toBe(44n);
});
