/** The pairings of MIRACL's benchmark program: PARI's values (as in Rust's tests), laws of the groups, bad input; on every tier. */
import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type GtElement, type HistoricalPairingName, Pairing, type Point } from "../src/historical-pairings.js";
import { historicalPairingNames } from "../src/pairings/names.js";
import { Pairing as PairingOfToday } from "../src/pairings.js";
import { checkPairings } from "./shared/pairing-checks.js";
import { historicalTiers } from "./shared/pairing-tiers.js";

const RECORDS: Record<string, { readonly value: string }> = JSON.parse(
  readFileSync(new URL("../../../crates/modexp-historical/tests/vectors/pairings.json", import.meta.url), "utf8"),
);

/** k, the coefficients of a coordinate in G2, and the bytes of a coordinate in G1. */
const SIZES: Readonly<Record<HistoricalPairingName, readonly [k: number, degree: number, bytes: number]>> = {
  "SSP-512": [2, 1, 64],
  "SSP-1536": [2, 1, 192],
  "CP-512": [2, 1, 64],
  "MNT-160": [6, 3, 20],
  "KSS18-511": [18, 3, 64],
  "BLS24-629": [24, 4, 79],
  "KSS18-508": [18, 3, 64],
  "BLS24-509": [24, 4, 64],
  "SS2-379": [4, 1, 48],
  "SS2-1223": [4, 1, 153],
};

const point = expect.objectContaining({ name: "RangeError", code: "MODEXP_POINT" });

describe.each(historicalTiers)("historical pairings on $tier", ({ api, tier }) => {
  test("what every engine checks", () => {
    expect(api.tier()).toBe(tier);
    expect(checkPairings(historicalPairingNames, (name) => new api.Pairing(name), 5)).toBe(
      8 * historicalPairingNames.length,
    );
  });

  describe.each(historicalPairingNames)("%s", (name) => {
    const e = new api.Pairing(name);
    const { g1, g2, gt } = e;

    test("its value is PARI's", () => {
      const value = e.pair(g1.multiply(2n), g2.multiply(3n)).toBytes();
      const [k, degree, bytes] = SIZES[name];
      expect([value.length, g2.g.x.length, g1.byteLength, g2.byteLength]).toEqual([
        k * bytes,
        degree,
        bytes,
        degree * bytes,
      ]);
      expect(Buffer.from(value).toString("hex")).toBe(RECORDS[name]?.value);
    });

    test("the calls of both groups agree", () => {
      for (const curve of [g1, g2] as unknown as (typeof g1)[]) {
        const { g, order } = curve;
        const k = 0xfeedn << 130n;
        const P = curve.multiply(k);
        expect(curve.multiply(order)).toEqual(curve.identity);
        expect(curve.multiply(order - 1n)).toEqual(curve.negate(g));
        expect(curve.multiplyVartime(k)).toEqual(P);
        expect(curve.multiplyMany([1n, k], [g, g])).toEqual([g, P]);
        expect(curve.msm([2n, k], [g, P])).toEqual(curve.multiply(2n + k * k));
        expect(curve.add(P, P)).toEqual(curve.multiply(2n * k));
        expect(curve.add(P, curve.negate(P))).toEqual(curve.identity);
        expect(curve.fixedBase(P).multiply(5n)).toEqual(curve.multiply(5n * k));
        for (const compressed of [false, true]) {
          for (const point of [P, curve.negate(P), curve.identity]) {
            expect(curve.decode(curve.encode(point, { compressed }))).toEqual(point);
          }
        }
        const bytes = curve.encode(P).subarray(1);
        expect(curve.msm([3n], bytes)).toEqual(curve.multiply(3n, P));
      }
    });

    test("wrong points and values are refused by name", () => {
      const off = { x: g2.g.x, y: g2.g.x };
      expect(() => e.pair({ x: 3n, y: 1n }, g2.g)).toThrow(/^P must be a point of the curve/);
      expect(() => e.pair(g1.g, off)).toThrow(/^Q must be a point of the curve/);
      expect(() => e.prepare(off)).toThrow(point);
      expect(() => e.pair(g1.g, { x: [g1.p, ...g2.g.x.slice(1)], y: g2.g.y })).toThrow(
        /must be from 0 to (p|2\^m) − 1/,
      );
      expect(() => e.pair(g1.g, g1.g as never)).toThrow(`Q.x must be an array of ${g2.g.x.length} coefficients`);
      expect(() => e.mapToG1(5n)).toThrow("use BLS12-381");
      const bytes = gt.one.toBytes();
      for (const bad of [bytes.fill(255), bytes.subarray(1), new Uint8Array(bytes.length)]) {
        expect(() => gt.fromBytes(bad)).toThrow(point);
      }
      expect(e.pair(g1.identity, g2.g).isOne() && e.pair(g1.g, g2.identity).isOne()).toBe(true);
      expect(e.product([]).equals(gt.one)).toBe(true);
    });
  });

  test("points outside the subgroup are refused", () => {
    const { g1, g2 } = new api.Pairing("CP-512");
    const found = Array.from({ length: 64 }, (_, x) => {
      const bytes = new Uint8Array(g1.byteLength + 1);
      bytes[0] = 2;
      bytes[g1.byteLength] = x;
      try {
        g1.decode(bytes);
        return "a point";
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(found.filter((message) => /must be a multiple of the generator/.test(message)).length).toBeGreaterThan(9);
    expect(g2.cofactor).not.toBe(g1.cofactor);
  });

  test("a pairing of type 1 is symmetric", () => {
    for (const name of ["SSP-512", "SSP-1536", "SS2-379", "SS2-1223"] as const) {
      using e = new api.Pairing(name);
      const twin = ({ x, y }: Point) => ({ x: [x], y: [y] });
      const [P, Q] = [e.g1.multiply(5n), e.g1.multiply(7n)];
      expect(e.pair(P, twin(Q)).equals(e.pair(Q, twin(P)))).toBe(true);
      expect(e.pair(P, twin(P)).isOne()).toBe(false);
    }
  });
});

test("names and types", () => {
  for (const [make, name] of [
    [Pairing, "BLS12-381"],
    [PairingOfToday, "SSP-512"],
  ] as const) {
    expect(() => new make(name as never)).toThrow(
      expect.objectContaining({ name: "TypeError", code: "MODEXP_UNKNOWN_NAME" }),
    );
  }
  const e = new Pairing("KSS18-511");
  expectTypeOf(e.name).toEqualTypeOf<HistoricalPairingName>();
  expectTypeOf(e.pair(e.g1.g, e.g2.g)).toEqualTypeOf<GtElement>();
  expect(e.name).toBe("KSS18-511");
});
