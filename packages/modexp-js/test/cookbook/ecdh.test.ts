/** docs/ecdh.md against Node's crypto. */
import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { agree, agreeOnK283, keyPair } from "../../docs/ecdh.md";

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

test("comes to the secrets of node:crypto on K-283, and refuses what is no point", () => {
  const [alice, bob] = [createECDH("sect283k1"), createECDH("sect283k1")];
  for (let i = 0; i < 20; i++) {
    alice.generateKeys();
    bob.generateKeys();
    const [secret, theirs] = [new Uint8Array(alice.getPrivateKey()), new Uint8Array(bob.getPublicKey())];
    expect(agreeOnK283(secret, theirs)).toEqual(new Uint8Array(alice.computeSecret(theirs)));
    expect(() => agreeOnK283(secret, theirs.with(72, (theirs[72] ?? 0) ^ 1))).toThrow(RangeError);
  }
  expect(() => agreeOnK283(Uint8Array.of(1), Uint8Array.of(0))).toThrow("the identity");
});
