/** docs/diffie-hellman.md against Node's crypto and the published groups. */
import { createDiffieHellman } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concat, toBytes } from "../../docs/bytes.md";
import { agree, generateKeys } from "../../docs/diffie-hellman.md";
import { groupNames, group as published } from "../../src/groups.js";
import { Modulus } from "../../src/index.js";

const NAMES = groupNames.filter((name) => /^(ffdhe|modp[2-8]\d{3})/.test(name));

describe("Diffie-Hellman", () => {
  test.each(["ffdhe2048", "ffdhe3072", "modp2048", "modp3072"] as const)(
    "%s: Node finds the same keys and secret",
    (name) => {
      const group = new Modulus(published(name).p);
      const prime = toBytes(group.value, group.byteLength);
      const padded = (key: Uint8Array) => concat(new Uint8Array(group.byteLength - key.length), key);
      const ours = generateKeys(group);

      const twin = createDiffieHellman(prime, Uint8Array.of(2));
      twin.setPrivateKey(ours.secret);
      expect(ours.publicKey).toEqual(padded(twin.generateKeys()));

      const other = createDiffieHellman(prime, Uint8Array.of(2));
      const secret = agree(group, ours.secret, padded(other.generateKeys()));
      expect(secret).toEqual(padded(other.computeSecret(ours.publicKey)));
    },
  );

  test.each(NAMES)("%s: keys that give away the secret are refused", (name) => {
    const group = new Modulus(published(name).p);
    const p = group.value;
    const send = (key: bigint) => agree(group, Uint8Array.of(2), toBytes(key, group.byteLength));
    // −4 is not a square, as p is 3 modulo 4: its powers reveal the parity of the exponent
    const largest = (1n << BigInt(8 * group.byteLength)) - 1n;
    for (const bad of [0n, 1n, p - 1n, p - 4n, p - 2n, p, p + 1n, largest]) {
      expect(() => send(bad)).toThrow("must be from 2 to p - 2, and a power of the generator");
    }
    expect(send(4n)).toEqual(toBytes(16n, group.byteLength));
    for (const length of [0, 1, group.byteLength - 1, group.byteLength + 1, 10_000]) {
      const key = new Uint8Array(length).fill(4, -1);
      expect(() => agree(group, Uint8Array.of(2), key)).toThrow(`must have ${group.byteLength} bytes`);
    }
  });
});
