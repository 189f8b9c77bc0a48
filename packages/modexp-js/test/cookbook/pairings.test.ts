/** docs/pairings.md: signatures of several signers equal noble's, and cheating signers are refused. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, test } from "vitest";
import { addUp, newSigner, prove, Signers, sign } from "../../docs/pairings.md";
import { Pairing } from "../../src/pairings.js";

const e = new Pairing("BLS12-381");
const { g1, g2, order } = e;
const toKey = (secret: bigint) => g1.encode(g1.multiply(secret), { compressed: true });
const message = new TextEncoder().encode("block 7");

const secrets = [5n, 0xa11cen, order - 9n];
const keys = secrets.map(toKey) as [Uint8Array, Uint8Array, Uint8Array];
const signers = new Signers();
for (const [i, key] of keys.entries()) signers.admit(key, prove(secrets[i], key));
const signatures: Uint8Array[] = secrets.map((secret) => sign(secret, message));

describe("signatures of several signers", () => {
  test("are those of noble", () => {
    const noble = bls12_381.longSignatures;
    const tag = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    const hash = noble.hash(message, tag);
    for (const [i, secret] of secrets.entries()) {
      const bytes = Uint8Array.from(Buffer.from(secret.toString(16).padStart(64, "0"), "hex"));
      expect(noble.sign(hash, bytes).toBytes()).toEqual(signatures[i]);
      expect(noble.getPublicKey(bytes).toBytes()).toEqual(keys[i]);
    }
    expect(noble.verify(addUp(signatures), hash, noble.aggregatePublicKeys(keys))).toBe(true);
    expect(signers.verify(keys, message, addUp(signatures))).toBe(true);
    const { secret, key } = newSigner();
    expect(toKey(secret)).toEqual(key);
  });

  test("a key minus those of others has no proof", () => {
    // without a proof, its owner could sign for all alone
    const rogue = 77n;
    const others = g1.add(g1.decode(keys[0]), g1.decode(keys[1]));
    const key = g1.encode(g1.add(g1.multiply(rogue), g1.negate(others)), { compressed: true });
    const alone = sign(rogue, message);
    expect(signers.verify([keys[0], keys[1], key], message, alone)).toBe(false);
    for (const proof of [prove(rogue, key), prove(rogue, toKey(rogue)), sign(rogue, key), prove(5n, keys[0]), alone]) {
      expect(() => signers.admit(key, proof)).toThrow("the proof must be of this key");
    }
    // a signature of the key as a message is not a proof
    expect(() => new Signers().admit(keys[0], sign(5n, keys[0]))).toThrow("the proof must be of this key");
  });

  test("signers count once, and only those who are admitted", () => {
    const [K, S] = [keys[0], sign(5n, message) as Uint8Array];
    expect(signers.verify([K], message, S)).toBe(true);
    expect(signers.verify([K, K], message, addUp([S, S]))).toBe(false);
    expect(signers.verify([K, Uint8Array.from(K)], message, addUp([S, S]))).toBe(false);
    expect(signers.verify([K], message, addUp([S, S]))).toBe(false);
    expect(signers.verify([toKey(8n)], message, sign(8n, message))).toBe(false);
    // the same key in the uncompressed encoding
    const long = g1.encode(g1.decode(K), { compressed: false });
    expect(signers.verify([K, long], message, addUp([S, S]))).toBe(false);
    expect(() => signers.admit(long, prove(5n, long))).toThrow("the key must have 48 bytes");
  });

  test("the identity signs nothing", () => {
    const nothing = g2.encode(g2.identity, { compressed: true });
    const zero = g1.encode(g1.identity, { compressed: true });
    expect(() => signers.admit(zero, nothing)).toThrow("the proof must be of this key");
    expect(signers.verify([], message, nothing)).toBe(false);
    expect(signers.verify([], message, addUp([]))).toBe(false);
    expect(signers.verify([keys[0]], message, nothing)).toBe(false);
    // two keys of one owner with the sum 0
    const [k, minus] = [31n, order - 31n];
    for (const secret of [k, minus]) signers.admit(toKey(secret), prove(secret, toKey(secret)));
    expect(signers.verify([toKey(k), toKey(minus)], message, nothing)).toBe(false);
    expect(signers.verify([toKey(k), keys[0], toKey(minus)], message, signatures[0])).toBe(true);
  });

  test("keys and signatures that are no points of the subgroup are refused", () => {
    const [K, S] = [keys[0], sign(5n, message) as Uint8Array];
    const invalid = expect.objectContaining({ name: "RangeError" });
    // the first x of a point on the curve outside the subgroup
    const outside = (bytes: Uint8Array, decode: (at: Uint8Array) => unknown) => {
      for (let x = 1; x < 100; x++) {
        const at = new Uint8Array(bytes.length).fill(0x80, 0, 1).fill(x, -1);
        try {
          decode(at);
        } catch (error) {
          if (/multiple of the generator/.test((error as Error).message)) return at;
        }
      }
      throw new Error("no point was found");
    };
    for (const bad of [
      outside(K, (at) => g1.decode(at)),
      K.with(0, 0x9f).fill(0xff, 1),
      K.with(0, (K[0] ?? 0) & 0x7f),
      K.with(0, (K[0] ?? 0) | 0x40),
      K.slice(1),
      Uint8Array.of(...K, 0),
      new Uint8Array(0),
      new Uint8Array(48),
      S,
    ]) {
      expect(() => signers.admit(bad, prove(5n, bad)), Buffer.from(bad).toString("hex")).toThrow(invalid);
    }
    for (const bad of [
      outside(S, (at) => g2.decode(at)),
      S.with(0, (S[0] ?? 0) & 0x7f),
      S.with(0, (S[0] ?? 0) | 0x40),
      S.slice(1),
      K,
      new Uint8Array(96),
    ]) {
      expect(() => signers.verify([K], message, bad)).toThrow(invalid);
      expect(() => addUp([S, bad])).toThrow(invalid);
    }
    expect(signers.verify([K], message, S.with(0, (S[0] ?? 0) ^ 0x20))).toBe(false);
  });
});
