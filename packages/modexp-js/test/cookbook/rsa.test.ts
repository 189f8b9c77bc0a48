/** docs/rsa.md against Node's crypto. */
import { createSign, createVerify, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concat } from "../../docs/bytes.md";
import { fromJwk, sign, verify } from "../../docs/rsa.md";

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
    // as many bytes as the modulus has, neither more nor less
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
});
