/** docs/elgamal.md: the tally is right, and cheating voters are found. */
import { beforeAll, describe, expect, test } from "vitest";
import { add, challenge, decrypt, isValid, toKey, vote } from "../../docs/elgamal.md";
import { group as published } from "../../src/groups.js";
import { Modulus } from "../../src/index.js";

const { p } = published("ffdhe2048");
const q = (p - 1n) / 2n;
const group = new Modulus(p);
const secret = 0xdec1dedn;
const key = toKey(group.pow(2n, secret));

/** [g^r, h^r·g^v] for any v. */
const encrypt = (v: bigint, r = 77n) => [group.pow(2n, r), group.mul(group.pow(key.h, r), group.pow(2n, v))] as const;

type Vote = Awaited<ReturnType<typeof vote>>;

/** A vote of 1 with −a for a. Its proof holds, because both challenges are even. */
async function voteOutside(): Promise<Vote> {
  const [r, c0] = [77n, 8n];
  const [a, b] = encrypt(1n, r);
  const ballot = [p - a, b] as const;
  for (let w = 1n; ; w++) {
    const made = [group.mul(group.pow(2n, w), group.pow(a, c0)), group.mul(group.pow(key.h, w), group.pow(b, c0))];
    const honest = [group.pow(2n, w), group.pow(key.h, w)];
    const c1 = BigInt.asUintN(256, (await challenge(key, "Eve", ballot, [made, honest])) - c0);
    if (c1 % 2n === 1n) continue;
    return { voter: "Eve", ballot, c: [c0, c1], s: [w, (((w - c1 * r) % q) + q) % q] };
  }
}

describe("a tally", () => {
  let [no, yes]: Vote[] = [];
  beforeAll(async () => {
    [no, yes] = [await vote(key, "Ann", 0), await vote(key, "Ben", 1)];
  });

  test("counts", async () => {
    expect([await isValid(key, no), await isValid(key, yes)]).toEqual([true, true]);
    expect([no, yes].map(({ ballot }: Vote) => decrypt(secret, ballot, 1))).toEqual([0, 1]);
    expect(decrypt(secret, add([no.ballot, yes.ballot, yes.ballot, encrypt(5n)]), 9)).toBe(7);
    expect(decrypt(secret, add([]), 0)).toBe(0);
    expect(() => decrypt(secret, encrypt(5n), 4)).toThrow("the number must be from 0 to 4");
  });

  test("refuses ballots outside the subgroup, which would show the parity of the secret", async () => {
    const [a, b] = yes.ballot;
    const bad = [
      [p - a, b],
      [a, p - b],
      [p - a, p - b],
      [p - 1n, b],
      [a, p - 1n],
      [0n, b],
      [a, 0n],
      [p, b],
      [a + p, b],
      [a, b + p],
      [-a, b],
      [a - p, b],
    ] as const;
    for (const ballot of bad) {
      expect(() => decrypt(secret, ballot, 9), `${ballot}`).toThrow("must be squares modulo p");
      expect(() => decrypt(secret + 1n, ballot, 9)).toThrow("must be squares modulo p");
      expect(await isValid(key, { ...yes, ballot })).toBe(false);
    }
    // the sum of two of them is in the subgroup again
    const twins = [bad[0], bad[0]];
    expect(decrypt(secret, add(twins), 2)).toBe(2);
    expect(await isValid(key, await voteOutside())).toBe(false);
  });

  test("refuses ballots that hold another number, or have no proof", async () => {
    const { c, s } = yes;
    for (const wrong of [
      { ...yes, voter: "Cem" },
      { ...yes, voter: "" },
      { ...yes, ballot: no.ballot },
      ...[2n, 1000n, q - 1n].map((v) => ({ ...yes, ballot: encrypt(v) })),
      { ...yes, ballot: [1n, 1n] },
      // with different randomness, for a sum of ballots
      { ...yes, ballot: add([yes.ballot, encrypt(0n)]) },
      { ...yes, ballot: add([yes.ballot, encrypt(1n, 0n)]) },
      { ...yes, c: [c[1], c[0]], s: [s[1], s[0]] },
      { ...yes, c: [0n, 0n] },
      { ...yes, s: [0n, 0n] },
      { ...yes, c: [0n, 0n], s: [0n, 0n] },
      { ...yes, c: [c[0] + (1n << 256n), c[1]] },
      { ...yes, c: [c[0] - (1n << 256n), c[1]] },
      { ...yes, c: [c[0], c[1] + q] },
      { ...yes, s: [s[0] + q, s[1]] },
      { ...yes, s: [s[0], s[1] - q] },
      { ...yes, s: [s[0], s[1] ^ 1n] },
    ] as Vote[]) {
      expect(await isValid(key, wrong)).toBe(false);
    }
    expect(await isValid(toKey(4n), yes)).toBe(false);
  });

  test("refuses keys under which votes show", () => {
    for (const h of [0n, 1n, p - 1n, p, p + 4n, p - 4n, -4n]) {
      expect(() => toKey(h)).toThrow("the key must be a square modulo p, and not 1");
    }
  });
});
