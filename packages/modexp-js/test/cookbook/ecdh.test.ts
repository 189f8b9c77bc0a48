/** docs/ecdh.md against Node's crypto, and cheating partners. */
import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { agree, agreeOnK283, keyPair } from "../../docs/ecdh.md";
import { Curve } from "../../src/binary-curves.js";
import { BinaryReference } from "../shared/binary-reference.js";

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

test("public keys in other encodings, or with coordinates that are too large, are refused", () => {
  const { secret, publicKey } = keyPair();
  const compressed = Uint8Array.of(2 + ((publicKey[64] ?? 0) & 1), ...publicKey.subarray(1, 33));
  expect(agree(secret, compressed)).toEqual(agree(secret, publicKey));
  const p = (1n << 256n) - (1n << 224n) + (1n << 192n) + (1n << 96n) - 1n;
  const hex = (x: bigint) => Buffer.from(x.toString(16).padStart(64, "0"), "hex");
  const x = BigInt(`0x${Buffer.from(publicKey.subarray(1, 33)).toString("hex")}`);
  for (const bad of [
    // the hybrid forms, and invalid first bytes
    ...[0, 1, 2, 3, 5, 6, 7, 0x44, 0xff].map((first) => publicKey.with(0, first)),
    ...[0, 1, 4, 5, 6, 7].map((first) => compressed.with(0, first)),
    publicKey.subarray(0, 64),
    Uint8Array.of(...publicKey, 0),
    new Uint8Array(0),
    new Uint8Array(65),
    new Uint8Array(33),
    Uint8Array.of(0, 0),
    Uint8Array.of(2, ...hex(p)),
    Uint8Array.of(3, ...new Uint8Array(32).fill(0xff)),
    Uint8Array.of(4, ...hex(p), ...publicKey.subarray(33)),
    // x = 5 is valid, p + 5 is too large
    Uint8Array.of(2, ...hex(p + 5n)),
    Uint8Array.of(4, ...hex((x + 1n) % p), ...publicKey.subarray(33)),
  ]) {
    expect(() => agree(secret, bad), Buffer.from(bad).toString("hex")).toThrow(RangeError);
  }
});

test("on K-283, which has a cofactor, points outside the subgroup are refused", () => {
  const curve = new Curve("K-283");
  const key = curve.multiply(0xb0bn);
  const encode = (x: bigint, y: bigint) =>
    Uint8Array.from(Buffer.from(`04${[x, y].map((z) => z.toString(16).padStart(72, "0")).join("")}`, "hex"));
  expect(agreeOnK283(Uint8Array.of(3), encode(key.x, key.y))).toHaveLength(36);
  // (0, 1) has order 2: its multiples reveal the parity of a secret, and its sum with a key is outside the subgroup
  const two = { x: 0n, y: 1n };
  expect(curve.isOnCurve(two) && !curve.isInSubgroup(two)).toBe(true);
  const reference = new BinaryReference(curve);
  const sum = reference.add(key, two);
  for (const P of [two, sum]) {
    for (const secret of [1, 2, 3])
      expect(() => agreeOnK283(Uint8Array.of(secret), encode(P.x, P.y))).toThrow(RangeError);
  }
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
