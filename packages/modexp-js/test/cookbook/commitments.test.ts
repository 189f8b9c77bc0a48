/** docs/commitments.md: single and batch checks agree, and reveal a cheating party. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { allOpen, commit, opens } from "../../docs/commitments.md";
import { Curve } from "../../src/curves.js";
import { modInverse } from "../../src/index.js";

const curve = new Curve("secp256k1");

test("one wrong opening among many is found, wherever it is", () => {
  const all = Array.from({ length: 8 }, (_, i) => commit(BigInt(i) ** 3n));
  expect(all.every(({ opening, commitment }) => opens(opening, commitment))).toBe(true);
  expect(allOpen(all)).toBe(true);
  expect(allOpen([])).toBe(true);
  all.forEach(({ opening }, i) => {
    for (const wrong of [
      { ...opening, m: opening.m + 1n },
      { ...opening, r: opening.r - 1n },
    ]) {
      expect(allOpen(all.map((each, j) => (i === j ? { ...each, opening: wrong } : each)))).toBe(false);
    }
  });
});

describe("a side that cheats", () => {
  const { order } = curve;
  const { commitment, opening } = commit(5n);
  const { m, r } = opening;

  test("cannot open as a number of the same residue class, or as any other", () => {
    expect(opens(opening, commitment) && allOpen([{ commitment, opening }])).toBe(true);
    for (const wrong of [
      { m: m + order, r },
      { m: m - order, r },
      { m, r: r + order },
      { m, r: r - order },
      { m: m + 1n, r },
      { m: r, r: m },
      { m: order - m, r: order - r },
      { m: 0n, r: 0n },
    ]) {
      expect(opens(wrong, commitment)).toBe(false);
      expect(allOpen([commit(1n), { commitment, opening: wrong }])).toBe(false);
    }
    for (const wrong of [-1n, order, order + 5n]) expect(() => commit(wrong)).toThrow("must be from 0 to order - 1");
  });

  test("cannot make up for one wrong opening by a second", () => {
    const [first, second] = [commit(1n), commit(2n)];
    const shifted = (each: typeof first, by: bigint) => ({
      ...each,
      opening: { ...each.opening, m: each.opening.m + by },
    });
    expect(allOpen([shifted(first, 1n), shifted(second, -1n)])).toBe(false);
    expect(
      allOpen([
        { ...first, opening: second.opening },
        { ...second, opening: first.opening },
      ]),
    ).toBe(false);
  });

  test("sends what is no point, the identity or the negative", () => {
    const { x, y } = commitment;
    for (const bad of [
      { x, y: y ^ 1n },
      { x: x + curve.p, y },
      { x, y: y + curve.p },
      { x: 0n, y: 1n },
      { x: -x, y },
    ]) {
      expect(opens(opening, bad)).toBe(false);
      expect(() => allOpen([{ commitment: bad, opening }])).toThrow(expect.objectContaining({ name: "RangeError" }));
    }
    for (const other of [curve.identity, curve.g, curve.negate(commitment)]) {
      expect(opens(opening, other) || allOpen([{ commitment: other, opening }])).toBe(false);
    }
    expect(opens({ m: 0n, r: 0n }, curve.identity)).toBe(true);
  });

  test("H is another point than G, of the published name", () => {
    // r·H alone, from the first x of a hash that has a point
    const h = curve.add(commitment, curve.multiply(order - m));
    const inverse = modInverse(r, order);
    const { x } = curve.multiply(inverse, h);
    const hashes = Array.from({ length: 50 }, (_, i) =>
      createHash("sha256").update(`commitments, H ${i}`).digest("hex"),
    );
    expect(hashes).toContain(x.toString(16).padStart(64, "0"));
    expect(x).not.toBe(curve.g.x);
  });
});
