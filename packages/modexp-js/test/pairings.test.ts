/** Pairings: laws, noble's values, encodings, bad input, memory; on every tier. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type PairingName, pairingNames } from "../src/pairings/names.js";
import { FixedBase, type G2Point, type GtElement, Pairing, type Point } from "../src/pairings.js";
import { createPairings as createAsync } from "../src/pairings-async.js";
import { PUBLIC } from "./shared/files.js";
import { checkPairings } from "./shared/pairing-checks.js";
import { pairingTiers } from "./shared/pairing-tiers.js";
import { Random } from "./shared/random.js";

const point = expect.objectContaining({ name: "RangeError", code: "MODEXP_POINT" });
const disposed = expect.objectContaining({ code: "MODEXP_DISPOSED" });

describe.each(pairingTiers)("pairings on $tier", ({ api }) => {
  const made = new Map<PairingName, Pairing>();
  const pairing = (name: PairingName) => {
    const e = made.get(name) ?? new api.Pairing(name);
    made.set(name, e);
    return e;
  };

  test.each(pairingNames)("%s: bilinear, not degenerate, of the right order", (name) => {
    const e = pairing(name);
    const { g1, g2, gt } = e;
    const base = e.pair(g1.g, g2.g);
    expect(base.isOne()).toBe(false);
    expect(gt.pow(base, e.order).isOne()).toBe(true);
    const random = new Random(7);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [random.uniform(300), random.uniform(300)];
      const [P, Q] = [g1.multiply(a), g2.multiply(b)];
      const value = e.pair(P, Q);
      expect(value.equals(gt.pow(base, a * b))).toBe(true);
      expect(value.equals(gt.powVartime(gt.pow(base, a), b))).toBe(true);
      expect(value.equals(base)).toBe(false);
      expect(value.multiply(value.inverse()).isOne()).toBe(true);
      expect(value.multiply(value).equals(gt.pow(value, 2n))).toBe(true);
      expect(gt.pow(value, -1n).equals(value.inverse())).toBe(true);
      expect(
        e
          .product([
            [P, g2.g],
            [g1.g, Q],
          ])
          .equals(gt.pow(base, a + b)),
      ).toBe(true);
      expect(
        e.isOne([
          [P, Q],
          [g1.negate(P), Q],
        ]),
      ).toBe(true);
      expect(
        e.isOne([
          [P, Q],
          [P, Q],
        ]),
      ).toBe(false);
      expect(gt.powMany([base, value], [a, b]).map((x) => x.toBytes())).toEqual(
        [gt.pow(base, a), gt.pow(value, b)].map((x) => x.toBytes()),
      );

      const prepared = e.prepare(Q);
      expect(prepared.point).toEqual(Q);
      expect(e.pair(P, prepared).equals(value)).toBe(true);
      expect(
        e.isOne([
          [P, prepared],
          [g1.negate(P), Q],
        ]),
      ).toBe(true);
      for (const tableBytes of [undefined, 1, 20_000]) {
        using tables = gt.fixedBase(value, tableBytes === undefined ? {} : { tableBytes });
        expect(tables.tableBytes).toBeGreaterThanOrEqual(384);
        expect(tables.pow(b).equals(gt.pow(value, b))).toBe(true);
      }
    }
    expect(e.product([]).isOne()).toBe(true);
    expect(e.pair(g1.identity, g2.g).isOne()).toBe(true);
    expect(e.pair(g1.g, g2.identity).isOne()).toBe(true);
    expect(gt.one.isOne()).toBe(true);
  });

  test.each(pairingNames)("%s: the calls of both groups agree", (name) => {
    const e = pairing(name);
    for (const curve of [e.g1, e.g2] as unknown as (typeof e.g1)[]) {
      const { g, order } = curve;
      const k = 0xfeedn << 200n;
      const P = curve.multiply(k);
      expect(curve.multiply(order)).toEqual(curve.identity);
      expect(curve.multiply(order - 1n)).toEqual(curve.negate(g));
      expect(curve.multiplyVartime(k)).toEqual(P);
      expect(curve.multiplyMany([1n, k], [g, g])).toEqual([g, P]);
      expect(curve.msm([2n, k], [g, P])).toEqual(curve.multiply(2n + k * k));
      expect(curve.msmVartime([2n, k], [g, P])).toEqual(curve.multiply(2n + k * k));
      expect(curve.add(g, P)).toEqual(curve.multiply(k + 1n));
      expect(curve.add(P, curve.negate(P))).toEqual(curve.identity);
      expect(curve.isOnCurve(P) && curve.isInSubgroup(P) && curve.isInSubgroup(curve.identity)).toBe(true);
      const tables = curve.fixedBase(P);
      expect([tables.multiply(5n), tables.point]).toEqual([curve.multiply(5n * k), P]);
      const saved = tables.toBytes();
      for (const Class of [api.FixedBase, FixedBase]) {
        using loaded = Class.fromBytes(saved, curve);
        expect([loaded.multiply(5n), loaded.point]).toEqual([curve.multiply(5n * k), P]);
        expect(loaded.toBytes()).toEqual(saved);
      }
      const other = (curve === e.g1 ? e.g2 : e.g1) as unknown as typeof e.g1;
      expect(() => api.FixedBase.fromBytes(saved, other)).toThrow(expect.objectContaining({ code: "MODEXP_CURVE" }));
      saved[saved.length >> 1] = (saved[saved.length >> 1] ?? 0) ^ 1;
      expect(() => api.FixedBase.fromBytes(saved, curve)).toThrow(expect.objectContaining({ code: "MODEXP_TABLES" }));
      for (const compressed of [false, true]) {
        for (const point of [P, curve.negate(P), curve.identity]) {
          expect(curve.decode(curve.encode(point, { compressed }))).toEqual(point);
        }
      }
      const secret = Uint8Array.of(1, 2, 3);
      const product = curve.multiplyBytes(secret, curve.encode(P));
      expect(curve.decode(product)).toEqual(curve.multiply(0x010203n, P));
      // x and y, the highest coefficient first
      const bytes = curve.encode(P).subarray(-2 * curve.byteLength);
      expect(curve.msm([3n], bytes)).toEqual(curve.multiply(3n, P));
    }
  });

  test("what every engine checks", () => {
    expect(checkPairings(pairingNames, (name) => new api.Pairing(name), 5)).toBe(29);
  });

  test("multiples and encodings of BLS12-381 are noble's", () => {
    const { g1, g2 } = pairing("BLS12-381");
    const random = new Random(11);
    for (let i = 0; i < 5; i++) {
      const k = random.uniform(255) % g1.order;
      const [P, Q] = [bls12_381.G1.Point.BASE.multiply(k), bls12_381.G2.Point.BASE.multiply(k)];
      expect(g1.multiply(k)).toEqual({ x: P.x, y: P.y });
      expect(g2.multiply(k)).toEqual({ x: [Q.x.c0, Q.x.c1], y: [Q.y.c0, Q.y.c1] });
      for (const compressed of [true, false]) {
        expect(g1.encode(g1.multiply(k), { compressed })).toEqual(P.toBytes(compressed));
        expect(g2.encode(g2.multiply(k), { compressed })).toEqual(Q.toBytes(compressed));
      }
    }
  });

  test("multiples of alt_bn128 are noble's", () => {
    const { g1, g2 } = pairing("alt_bn128");
    for (const k of [2n, 0x1234_5678_9abc_def0n << 128n, g1.order - 5n]) {
      const [P, Q] = [bn254.G1.Point.BASE.multiply(k), bn254.G2.Point.BASE.multiply(k)];
      expect(g1.multiply(k)).toEqual({ x: P.x, y: P.y });
      expect(g2.multiply(k)).toEqual({ x: [Q.x.c0, Q.x.c1], y: [Q.y.c0, Q.y.c1] });
    }
  });

  test.skipIf(PUBLIC === undefined)("published values of BLS12-381", () => {
    const file = path.join(PUBLIC ?? "", "curves/noble/bls12-381_go_pairing_vectors_pairing.json");
    const values: string[] = JSON.parse(readFileSync(file, "utf8"));
    const e = pairing("BLS12-381");
    for (let i = 1; i <= 20; i++) {
      const value = e.pair(e.g1.multiply(i), e.g2.multiply(i));
      expect(Buffer.from(value.toBytes()).toString("hex")).toBe(values[i - 1]);
    }
  });

  test("values come back from bytes, and others are refused", () => {
    for (const name of pairingNames) {
      const e = pairing(name);
      const value = e.pair(e.g1.g, e.g2.g);
      const bytes = value.toBytes();
      const again = e.gt.fromBytes(bytes);
      expect(again.equals(value)).toBe(true);
      expect(e.gt.pow(again, 3n).equals(e.gt.pow(value, 3n))).toBe(true);
      const wrong = bytes.slice();
      wrong[9] = (wrong[9] ?? 0) ^ 1;
      for (const bad of [wrong, bytes.subarray(1), new Uint8Array(bytes.length), bytes.map(() => 255)]) {
        expect(() => e.gt.fromBytes(bad)).toThrow(point);
      }
      bytes.fill(0);
      expect(value.toBytes()).not.toEqual(bytes);
    }
  });

  test("wrong points are refused by name", () => {
    for (const name of pairingNames) {
      const e = pairing(name);
      const { g1, g2 } = e;
      const off: G2Point = { x: g2.g.x, y: g2.g.x };
      expect(() => e.pair({ x: 1n, y: 1n }, g2.g)).toThrow(/^P must be a point of the curve/);
      expect(() => e.pair(g1.g, off)).toThrow(/^Q must be a point of the curve/);
      expect(() =>
        e.isOne([
          [g1.g, g2.g],
          [g1.g, off],
        ]),
      ).toThrow(/^pairs\[1\]\[1\] must be a point/);
      expect(() =>
        e.product([
          [g1.g, g2.g],
          [{ x: 1n, y: 1n }, off],
        ]),
      ).toThrow(/^pairs\[1\]\[0\] must be a point/);
      expect(() => e.prepare(off)).toThrow(point);
      expect(() => e.pair(g1.g, { x: [g1.p, 0n], y: [0n, 0n] })).toThrow("Q.x[0] must be from 0 to p − 1");
      expect(() => e.pair(g1.g, g1.g as never)).toThrow("Q.x must be an array of 2 coefficients");
      expect(() => e.pair(g2.g as never, g2.g)).toThrow("P.x must be a bigint");
      expect(() => e.pair(5n as never, g2.g)).toThrow("P must be a point");
      expect(() => e.product(5n as never)).toThrow("pairs must be an array of pairs");
      expect(() => e.gt.pow(5n as never, 2n)).toThrow("x must be a value of this pairing");
      expect(() => e.gt.powMany([e.gt.one], [])).toThrow("xs and ks must have the same length");
      expect(g2.isOnCurve(off)).toBe(false);
      expect(g2.isOnCurve({ x: [g1.p, 0n], y: [0n, 0n] })).toBe(false);
      // a refusal breaks nothing
      expect(e.pair(g1.g, g2.g).isOne()).toBe(false);
    }
  });

  test("points outside the subgroup are refused", () => {
    const { g1, g2 } = pairing("BLS12-381");
    const [P, Q] = [outsideG1(g1.p), outsideG2()];
    expect([g1.isOnCurve(P), g1.isInSubgroup(P), g2.isOnCurve(Q), g2.isInSubgroup(Q)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(() => g1.multiply(2n, P)).toThrow(/must be a multiple of the generator/);
    expect(() => g2.multiply(2n, Q)).toThrow(/must be a multiple of the generator/);
    expect(() => pairing("BLS12-381").pair(P, g2.g)).toThrow(/^P must be a multiple/);
    expect(() => pairing("BLS12-381").pair(g1.g, Q)).toThrow(/^Q must be a multiple/);
  });

  test("maps of field elements", () => {
    const e = pairing("BLS12-381");
    // noble's type does not show that this curve takes one number
    const P = bls12_381.G1.mapToCurve(5n as never);
    expect(e.mapToG1(5n)).toEqual({ x: P.x, y: P.y });
    const { x, y } = bls12_381.G2.mapToCurve([5n, 7n]);
    expect(e.mapToG2([5n, 7n])).toEqual({ x: [x.c0, x.c1], y: [y.c0, y.c1] });
    expect(e.g1.isInSubgroup(e.mapToG1(0n))).toBe(true);
    expect(() => e.mapToG1(e.g1.p)).toThrow("from 0 to p − 1");
    expect(() => e.mapToG2([5n])).toThrow("array of 2 coefficients");
    expect(() => pairing("alt_bn128").mapToG1(5n)).toThrow("use BLS12-381");
  });

  test("what was disposed of is an error", () => {
    const e = new api.Pairing("alt_bn128");
    const value = e.pair(e.g1.g, e.g2.g);
    const prepared = e.prepare(e.g2.g);
    const tables = e.gt.fixedBase(value);
    prepared.dispose();
    expect(() => e.pair(e.g1.g, prepared)).toThrow(disposed);
    tables.dispose();
    expect(() => tables.pow(2n)).toThrow(disposed);
    e.dispose();
    e.dispose();
    for (const call of [
      () => e.pair(e.g1.g, e.g2.g),
      () => value.inverse(),
      () => e.gt.pow(value, 2n),
      () => e.g1.multiply(2n),
    ]) {
      expect(call).toThrow(disposed);
    }
  });

  test("values and prepared points of another pairing are refused", () => {
    const [one, other] = [pairing("alt_bn128"), new api.Pairing("alt_bn128")];
    expect(() => one.gt.one.equals(other.gt.one)).toThrow("other must be a value of this pairing");
    expect(() => one.pair(one.g1.g, other.prepare(one.g2.g))).toThrow("must be one of this pairing");
  });
});

/** The point of G1's curve with the smallest x; the subgroup is one in 2^126. */
function outsideG1(p: bigint): Point {
  for (let x = 4n; ; x++) {
    const square = (x * x * x + 4n) % p;
    const y = bls12_381.fields.Fp.pow(square, (p + 1n) / 4n);
    if ((y * y) % p === square) return { x, y };
  }
}

function outsideG2(): G2Point {
  const { Fp2 } = bls12_381.fields;
  for (let c = 1n; ; c++) {
    const x = Fp2.create({ c0: c, c1: 1n });
    const right = Fp2.add(Fp2.mul(Fp2.sqr(x), x), Fp2.create({ c0: 4n, c1: 4n }));
    try {
      const y = Fp2.sqrt(right);
      return { x: [x.c0, x.c1], y: [y.c0, y.c1] };
    } catch {
      // not a square
    }
  }
}

test("names, types, and the asynchronous entry", async () => {
  expect(() => new Pairing("BLS12-377" as PairingName)).toThrow(
    expect.objectContaining({ name: "TypeError", code: "MODEXP_UNKNOWN_NAME" }),
  );
  const { Pairing: Async, tier } = await createAsync();
  const [e, f] = [new Pairing("BLS12-381"), new Async("BLS12-381")];
  expect(["wide", "relaxed", "simd"]).toContain(tier());
  expect(f.pair(f.g1.g, f.g2.g).toBytes()).toEqual(e.pair(e.g1.g, e.g2.g).toBytes());
  expect([e.name, e.g1.byteLength, e.g2.byteLength, e.g2.cofactor > 1n << 500n]).toEqual(["BLS12-381", 48, 96, true]);
  expect([e.g1.a, e.g1.b, e.g2.a, e.g2.b]).toEqual([0n, 4n, [0n, 0n], [4n, 4n]]);
  expectTypeOf(e.g1.g).toEqualTypeOf<Point>();
  expectTypeOf(e.g2.g).toEqualTypeOf<G2Point>();
  expectTypeOf(e.pair(e.g1.g, e.g2.g)).toEqualTypeOf<GtElement>();
});
