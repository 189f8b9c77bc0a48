/** docs/srp.md against the vectors of RFC 5054, appendix B. */
import { describe, expect, test } from "vitest";
import { Srp } from "../../docs/srp.md";
import { hex, type Vector } from "../shared/checks.js";
import { PUBLIC, readVectors } from "../shared/files.js";

const SALT = Uint8Array.from(Buffer.from("beb25379d1a8581eb5a727673a2441ee", "hex"));

describe.skipIf(PUBLIC === undefined)("SRP-6a", () => {
  test("RFC 5054's example", async () => {
    const vectors = readVectors(PUBLIC as string, "srp_rfc5054.jsonl");
    const step = (name: string) => vectors.find(({ id }) => id === `sha1-1024:${name}`) as Vector;
    const srp = new Srp(hex(step("v").mod), hex(step("v").base), "SHA-1");
    const [a, b] = [hex(step("A").exp), hex(step("gb").exp)];

    const x = await srp.privateKey("alice", "password123", SALT);
    expect(x).toBe(hex(step("v").exp));
    const v = srp.verifier(x);
    expect(v).toBe(hex(step("v").result));
    const A = srp.clientPublic(a);
    expect(A).toBe(hex(step("A").result));
    const B = await srp.serverPublic(b, v);
    expect(await srp.clientSecret(a, x, B)).toBe(hex(step("Sc").result));
    expect(await srp.serverSecret(b, v, A)).toBe(hex(step("Ss").result));
  });

  test("a key that is 0 is refused", async () => {
    const srp = new Srp(2n ** 521n - 1n, 3n, "SHA-256");
    await expect(srp.clientSecret(5n, 7n, 0n)).rejects.toThrow(RangeError);
    await expect(srp.serverSecret(5n, 7n, 2n * (2n ** 521n - 1n))).rejects.toThrow(RangeError);
  });
});
