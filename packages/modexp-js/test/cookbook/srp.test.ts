/** docs/srp.md against the vectors of RFC 5054, appendix B, published proofs, and cheating parties. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkProof, Srp } from "../../docs/srp.md";
import { group } from "../../src/groups.js";
import { hex, type Vector } from "../shared/checks.js";
import { PUBLIC, readVectors } from "../shared/files.js";

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

const SALT = bytes("beb25379d1a8581eb5a727673a2441ee");
const a = hex("60975527035cf2ad1989806f0407210bc81edc04e2762a56afd529ddda2d4393");
const b = hex("e487cb59d31ac550471e81f00f6928e01dda08e974a004f49e61f5d105284d20");

describe.skipIf(PUBLIC === undefined)("SRP-6a", () => {
  test("RFC 5054's example", async () => {
    const vectors = readVectors(PUBLIC as string, "srp_rfc5054.jsonl");
    const step = (name: string) => vectors.find(({ id }) => id === `sha1-1024:${name}`) as Vector;
    const srp = new Srp(hex(step("v").mod), hex(step("v").base), "SHA-1");
    expect([a, b]).toEqual([hex(step("A").exp), hex(step("gb").exp)]);

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
});

/** From the "SRP-6a test vectors" of the project secure-remote-password, made by srptools: 3072 bits. */
const PROOFS = [
  [
    "SHA-1",
    "af5864b1841cc97486db51e8ae18cab435bdd381",
    "fde71d3398e61a117fe7a65ec1620aec398af9cc",
    "7fd2d50edf6cf135b5b44c6d576cb3181d1ab098",
  ],
  [
    "SHA-256",
    "468f4bb304eb97c9c5141ba81e44369a929c3aa7d695078cc7ed7761915d0396",
    "c5bea29ec22dc8bdfd4f7ac1e2c3438beeb58fe767bf31b6d444838efe0a6603",
    "8481e8dd0e76f3f23c52a96a27e4ae550a98279e326a3e27bf57e3b11d77632b",
  ],
] as const;

test.each(PROOFS)("published keys and proofs with %s", async (hash, key, clientProof, serverProof) => {
  const srp = new Srp(group("modp3072").p, 5n, hash);
  const x = await srp.privateKey("alice", "password123", SALT);
  const [A, B] = [srp.clientPublic(a), await srp.serverPublic(b, srp.verifier(x))];
  const K = await srp.sessionKey(await srp.clientSecret(a, x, B));
  const M1 = await srp.clientProof("alice", SALT, A, B, K);
  expect([K, M1, await srp.serverProof(A, M1, K)]).toEqual([key, clientProof, serverProof].map(bytes));
});

describe("a side that cheats", () => {
  const N = group("modp3072").p;
  const srp = new Srp(N, 5n, "SHA-256");
  const v = srp.verifier(7n);

  afterEach(() => void vi.restoreAllMocks());

  test.each(Object.entries({ "0": 0n, N, "2N": 2n * N, "N + 1": N + 1n, "-1": -1n, "-N": -N }))(
    "is refused with the key %s",
    async (_, key) => {
      await expect(srp.serverSecret(b, v, key)).rejects.toThrow("must be from 1 to N - 1");
      await expect(srp.clientSecret(a, 7n, key)).rejects.toThrow("must be from 1 to N - 1");
    },
  );

  test("is refused where u is 0", async () => {
    const [A, B] = [srp.clientPublic(a), await srp.serverPublic(b, v)];
    vi.spyOn(crypto.subtle, "digest").mockImplementation(async () => new ArrayBuffer(32));
    await expect(srp.serverSecret(b, v, A)).rejects.toThrow("u must not be 0");
    await expect(srp.clientSecret(a, 7n, B)).rejects.toThrow("u must not be 0");
  });

  test("cannot prove what it does not know", async () => {
    const [A, B] = [srp.clientPublic(a), await srp.serverPublic(b, v)];
    const proofs = async (K: Uint8Array) => {
      const M1 = await srp.clientProof("alice", SALT, A, B, K);
      return { M1, M2: await srp.serverProof(A, M1, K) };
    };
    const { M1, M2 } = await proofs(await srp.sessionKey(await srp.serverSecret(b, v, A)));
    const guess = await proofs(await srp.sessionKey(await srp.clientSecret(a, 8n, B)));
    expect(await proofs(await srp.sessionKey(await srp.clientSecret(a, 7n, B)))).toEqual({ M1, M2 });
    expect(checkProof(M1, M1)).toBeUndefined();
    for (const wrong of [
      guess.M1,
      guess.M2,
      M2,
      new Uint8Array(0),
      new Uint8Array(32),
      M1.slice(1),
      M1.slice(0, -1),
      Uint8Array.of(...M1, 0),
      ...Array.from<number, Uint8Array>(M1, (byte, i) => M1.with(i, byte ^ 1)),
    ]) {
      expect(() => checkProof(wrong, M1)).toThrow("the proof is wrong");
    }
    // a different name, salt or key changes the proof
    const K = bytes("00");
    const first = await srp.clientProof("alice", SALT, A, B, K);
    for (const other of [
      srp.clientProof("bob", SALT, A, B, K),
      srp.clientProof("alice", SALT.slice(1), A, B, K),
      srp.clientProof("alice", SALT, B, A, K),
      srp.clientProof("alice", SALT, A, B, bytes("01")),
    ]) {
      expect(await other).not.toEqual(first);
    }
  });
});
