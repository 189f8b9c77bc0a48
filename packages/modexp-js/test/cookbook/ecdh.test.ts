/** docs/ecdh.md against Node's crypto. */
import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { agree, keyPair } from "../../docs/ecdh.md";

test("comes to the secrets of node:crypto, in both encodings", () => {
  for (let i = 0; i < 20; i++) {
    const [alice, bob] = [keyPair(), createECDH("prime256v1")];
    bob.generateKeys();
    const wanted = new Uint8Array(bob.computeSecret(alice.publicKey));
    for (const format of ["compressed", "uncompressed"] as const) {
      expect(agree(alice.secret, new Uint8Array(bob.getPublicKey(null, format)))).toEqual(wanted);
    }
  }
});

test("public keys that are no points are refused", () => {
  const { secret, publicKey } = keyPair();
  const off = publicKey.with(64, (publicKey[64] ?? 0) ^ 1);
  expect(() => agree(secret, off)).toThrow(RangeError);
  expect(() => agree(secret, publicKey.subarray(1))).toThrow(RangeError);
  expect(() => agree(secret, Uint8Array.of(0))).toThrow("the identity");
});
