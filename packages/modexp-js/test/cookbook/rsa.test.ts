/** docs/rsa.md against Node's crypto, and cheating partners. */
import { createSign, createVerify, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concat, toBigInt, toBytes } from "../../docs/bytes.md";
import { fromJwk, sign, verify } from "../../docs/rsa.md";
import { modPow } from "../../src/index.js";

const message = new TextEncoder().encode("to whom it may concern");

describe("RSA signatures", () => {
  test("a key with a damaged number is refused", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const jwk = privateKey.export({ format: "jwk" });
    for (const name of ["n", "p", "q"] as const) {
      const bytes = Buffer.from(jwk[name] as string, "base64url");
      bytes[10] = (bytes[10] as number) ^ 4;
      expect(() => fromJwk({ ...jwk, [name]: bytes.toString("base64url") }), name).toThrow(RangeError);
    }
  });

  test.each([1024, 2048, 3072])("%i bits: the same as Node's", async (modulusLength) => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength });
    const key = fromJwk(privateKey.export({ format: "jwk" }));
    const signature = await sign(key, message);
    expect(signature).toEqual(new Uint8Array(createSign("sha256").update(message).sign(privateKey)));
    expect(createVerify("sha256").update(message).verify(publicKey, signature)).toBe(true);
    expect(await verify(key, message, signature)).toBe(true);
  });

  test("another message or a changed signature is refused", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const key = fromJwk(privateKey.export({ format: "jwk" }));
    const signature = await sign(key, message);
    expect(await verify(key, message.slice(1), signature)).toBe(false);
    // the exact length of the modulus, neither longer nor shorter
    for (const other of [
      concat(Uint8Array.of(0), signature),
      signature.slice(1),
      new Uint8Array(20),
      new Uint8Array(0),
    ]) {
      expect(await verify(key, message, other)).toBe(false);
    }
    signature[100] ^= 1;
    expect(await verify(key, message, signature)).toBe(false);
    expect(await verify(key, message, signature.fill(0xff))).toBe(false);
  });

  test("a partner's keys and signatures that are none", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const jwk = privateKey.export({ format: "jwk" });
    const key = fromJwk(jwk);
    const { n, e } = key;
    const signature = await sign(key, message);
    const s = toBigInt(signature);
    for (const wrong of [0n, 1n, n - 1n, n - s, n, n + 1n]) {
      expect(await verify(key, message, toBytes(wrong, 128))).toBe(false);
    }
    if (s + n < 1n << 1024n) expect(await verify(key, message, toBytes(s + n, 128))).toBe(false);
    expect(await verify(key, message, new Uint8Array(1_000_000))).toBe(false);

    // with e = 1 the encoded message is its own signature
    const encoded = toBytes(modPow(s, e, n), 128);
    const none = "n and e must be odd, and e from 3 to n - 1";
    for (const bad of [
      { n, e: 1n },
      { n, e: 0n },
      { n, e: -e },
      { n, e: 65536n },
      { n, e: e + n },
      { n: n - 1n, e },
      { n: 0n, e },
      { n: -n, e },
      { n: 3n, e },
    ]) {
      await expect(verify(bad, message, encoded)).rejects.toThrow(none);
    }
    // too short for the eight bytes FF of the padding
    const short = verify({ n: (1n << 488n) - 1n, e: 3n }, message, new Uint8Array(61).fill(1));
    await expect(short).rejects.toThrow("n must have at least 489 bits");
    const long = verify({ n: (1n << 8200n) - 1n, e }, message, new Uint8Array(1025).fill(1));
    await expect(long).rejects.toThrow("must have at most 8192 bits");
  });

  test("a private key with numbers of another is refused", () => {
    const make = () => generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ format: "jwk" });
    const [first, second] = [make(), make()];
    for (const name of ["n", "d", "e", "p", "q"] as const) {
      const value = name === "e" ? "Aw" : second[name];
      expect(() => fromJwk({ ...first, [name]: value }), name).toThrow(RangeError);
    }
  });
});
