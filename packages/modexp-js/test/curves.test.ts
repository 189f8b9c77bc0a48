/** Points: exceptional operands, sums, saved tables, bad input, memory; on every tier. */

import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { p256, p384, p521 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { describe, expect, expectTypeOf, test } from "vitest";
import { Curve as BaseCurve } from "../src/curves/curve.js";
import { curveNames } from "../src/curves/names.js";
import { Curve, type CurveParameters, createCurves, FixedBase, type Point } from "../src/curves.js";
import { createCurves as createAsync } from "../src/curves-async.js";
import { Pairing } from "../src/pairings.js";
import { checkExceptions, checkSums, Reference } from "./shared/curve-checks.js";
import { curvesTiers } from "./shared/curve-tiers.js";
import { Random } from "./shared/random.js";

/** Random cases for each curve against noble; MODEXP_CURVE_CASES=100000 takes hours. */
const CASES = Number(process.env.MODEXP_CURVE_CASES ?? 60);

/** noble's named curves; it computes the others from their parameters. */
const NOBLE = new Map<string, typeof p256>([
  ["secp256k1", secp256k1],
  ["P-256", p256],
  ["P-384", p384],
  ["P-521", p521],
]);

/** y² = x³ + 2x + 3 modulo 97 has a cofactor: 100 points; this subgroup has 5 of them, too few for a curve. */
const SMALL: CurveParameters = { p: 97n, a: 2n, b: 3n, order: 5n, g: { x: 3n, y: 6n } };

describe.each(curvesTiers)("curves on $tier", ({ api }) => {
  test.each(curveNames)("%s: exceptional operands in every call", (name) => {
    expect(checkExceptions(new api.Curve(name))).toBeGreaterThan(900);
  });

  test.each(curveNames)("%s: sums of random multiples", (name) => {
    expect(checkSums(new api.Curve(name), 1)).toBe(24);
  });

  test("a curve of given parameters, and one with a cofactor", () => {
    const named = new api.Curve("secp256k1");
    const { p, a, b, order, g, cofactor } = named;
    const given = new api.Curve({ p, a, b, order, cofactor, g });
    expect(given.multiply(12345n)).toEqual(named.multiply(12345n));
    expect(checkExceptions(given)).toBeGreaterThan(900);

    const { curve, outside } = withCofactor(api.Curve);
    expect(curve.cofactor).toBeGreaterThan(1n);
    expect(curve.isOnCurve(outside)).toBe(true);
    expect(curve.isInSubgroup(outside)).toBe(false);
    for (const call of everyCall(curve, outside)) {
      expect(call).toThrow(expect.objectContaining({ name: "RangeError", code: "MODEXP_POINT" }));
      expect(call).toThrow(/must be a multiple of the generator/);
    }
  });

  test.each(curveNames)("%s: as noble has it", (name) => {
    const ours = new api.Curve(name);
    const { p, a, b, order: n, cofactor: h, g } = ours;
    const theirs = NOBLE.get(name)?.Point ?? weierstrass({ p, a, b, n, h, Gx: g.x, Gy: g.y });
    const random = new Random(3);
    let P: Point = ours.g;
    for (let i = 0; i < CASES; i++) {
      const k = random.uniform(640) % ours.order;
      const wanted = theirs.fromAffine(P).multiplyUnsafe(k).toAffine();
      P = ours.multiply(k, P);
      expect(P).toEqual(wanted);
      expect(ours.encode(P, { compressed: true })).toEqual(theirs.fromAffine(wanted).toBytes(true));
      if (i % 4 === 0) expect(ours.multiplyVartime(k)).toEqual(theirs.BASE.multiplyUnsafe(k).toAffine());
    }
  });

  test("what a call returned is known to be in the subgroup, by its own curve alone", () => {
    const { curve, outside } = withCofactor(api.Curve);
    const { p, a, b, order, cofactor, g } = curve;
    const other = new api.Curve({ p, a, b, order, cofactor, g });
    const isKnown = (of: Curve, P: Point) => BaseCurve.pointsOf(of).stage(P, "P")?.[2];
    const given = { ...g };
    using tables = curve.fixedBase(given);
    const returned = [
      g,
      curve.multiply(2n, given),
      curve.multiplyVartime(2n, given),
      ...curve.multiplyMany([2n], [given]),
      curve.msm([2n], [given]),
      curve.msmVartime([2n], [given]),
      curve.bases([given]).msmVartime([2n]),
      curve.add(given, given),
      curve.negate(given),
      curve.checked(given),
      curve.decode(curve.encode(given)),
      tables.point,
      tables.multiply(2n),
      tables.multiplyVartime(2n),
    ];
    for (const P of returned) {
      expect([isKnown(curve, P), isKnown(curve, { ...P }), isKnown(other, P)]).toEqual([true, false, false]);
    }
    // the entries may be any points of the curve
    using saved = FixedBase.fromBytes(tables.toBytes(), curve);
    expect([saved.point, saved.multiply(2n)].map((P) => isKnown(curve, P))).toEqual([false, false]);

    expect(() => curve.negate(outside)).toThrow(RangeError);
    const claimed = BaseCurve.pointsOf(curve).toPoint([outside.x, outside.y, true]);
    expect(curve.negate(claimed).x).toBe(outside.x);
    expect(curve.isInSubgroup(claimed)).toBe(false);
    expect(() => other.negate(claimed)).toThrow(RangeError);
    const off = BaseCurve.pointsOf(curve).toPoint([outside.x, outside.y + 1n, true]);
    expect(() => curve.negate(off)).toThrow("must be a point of the curve");
  });

  test("saved tables are taken by every instance, and by no other curve", () => {
    const curve = new api.Curve("P-224");
    const tables = curve.fixedBase(curve.multiply(3n), { tableBytes: 4096 });
    const saved = tables.toBytes();
    for (const other of [curve, new Curve("P-224")]) {
      const loaded = FixedBase.fromBytes(saved, other);
      expect(loaded.multiply(1234567n)).toEqual(tables.multiply(1234567n));
      expect(loaded.point).toEqual(tables.point);
      // another tier may have longer words
      if (other === curve) expect(loaded.tableBytes).toBe(tables.tableBytes);
    }
    const tablesError = expect.objectContaining({ name: "Error", code: "MODEXP_TABLES" });
    for (const at of [0, 9, 40, 300, saved.length - 1]) {
      const damaged = saved.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 4;
      expect(() => FixedBase.fromBytes(damaged, curve)).toThrow(tablesError);
    }
    expect(() => FixedBase.fromBytes(saved.subarray(0, 100), curve)).toThrow(tablesError);
    expect(() => FixedBase.fromBytes(new Uint8Array(0), curve)).toThrow(tablesError);
    expect(() => FixedBase.fromBytes(saved, new Curve("P-256"))).toThrow(
      expect.objectContaining({ name: "RangeError", code: "MODEXP_CURVE" }),
    );
    expect(() => FixedBase.fromBytes(saved, {} as Curve)).toThrow(/curve must be a Curve/);
    expect(() => FixedBase.fromBytes("" as never, curve)).toThrow(/bytes must be a Uint8Array/);
  });

  test("after a refusal everything that was made is there", () => {
    const curve = new api.Curve("P-256");
    const tables = curve.fixedBase(curve.g);
    for (let i = 0; i < 3; i++) expect(() => curve.multiply(3n, { x: 1n, y: 1n })).toThrow(RangeError);
    expect(tables.multiply(5n)).toEqual(curve.multiply(5n));
  });

  test("bases are taken again and again, and need as many scalars", () => {
    const curve = new api.Curve("secp256k1");
    const points = [curve.g, curve.identity, curve.multiply(5n)];
    const bases = curve.bases(points);
    expect(bases.length).toBe(3);
    for (const k of [0n, 1n, -1n, curve.order]) {
      expect(bases.msmVartime([k, 3n, 7n])).toEqual(curve.multiply(k + 35n));
    }
    const lengths = expect.objectContaining({ name: "RangeError", code: "MODEXP_LENGTHS" });
    expect(() => bases.msmVartime([1n, 2n])).toThrow(lengths);
    expect(() => bases.msmVartime([1n, 2n, "3" as never])).toThrow(/^ks\[2\] must be a bigint/);
    expect(curve.bases([]).msmVartime([])).toBe(curve.identity);
    expect(curve.bases(new Uint8Array(0)).length).toBe(0);
    bases.dispose();
    expect(() => bases.msmVartime([1n, 2n, 3n])).toThrow(expect.objectContaining({ code: "MODEXP_DISPOSED" }));
  });

  test("what was disposed of is an error, and nothing else is freed", () => {
    const [one, other] = [new api.Curve("P-192"), new api.Curve("P-192")];
    const tables = one.fixedBase(one.g);
    one.dispose();
    one.dispose();
    const disposed = expect.objectContaining({ code: "MODEXP_DISPOSED" });
    expect(() => one.multiply(2n)).toThrow(disposed);
    expect(() => one.add(one.g, one.g)).toThrow(disposed);
    expect(tables.multiply(2n)).toEqual(other.multiply(2n));
    tables.dispose();
    expect(() => tables.multiply(2n)).toThrow(disposed);
  });
});

/** Every call that takes a point, applied to P. */
function everyCall(curve: Curve, P: Point): (() => unknown)[] {
  const { g } = curve;
  return [
    () => curve.multiply(2n, P),
    () => curve.multiplyVartime(2n, P),
    () => curve.multiplyMany([1n, 2n], [g, P]),
    () => curve.msm([1n, 2n], [P, g]),
    () => curve.msmVartime([1n, 2n], [g, P]),
    () => curve.bases([g, P]),
    () => curve.fixedBase(P),
    () => curve.add(P, g),
    () => curve.add(g, P),
    () => curve.negate(P),
    () => curve.encode(P),
  ];
}

/** A small curve with an even cofactor and a prime order above 4·√p, and a point outside the subgroup. */
function withCofactor(Class: typeof Curve): { curve: Curve; outside: Point } {
  const p = 1009n;
  const isPrime = (n: bigint) =>
    n > 1n && Array.from({ length: 40 }, (_, i) => BigInt(i + 2)).every((d) => d >= n || n % d);
  for (let b = 1n; ; b++) {
    const roots = new Map<bigint, bigint[]>();
    for (let y = 0n; y < p; y++) roots.set((y * y) % p, [...(roots.get((y * y) % p) ?? []), y]);
    const points: Point[] = [];
    for (let x = 0n; x < p; x++) for (const y of roots.get((x * x * x + 2n * x + b) % p) ?? []) points.push({ x, y });
    const count = BigInt(points.length) + 1n;
    const reference = new Reference(p, 2n);
    for (const cofactor of [2n, 4n, 6n]) {
      const order = count / cofactor;
      if (count % cofactor !== 0n || !isPrime(order) || order * order <= 16n * p) continue;
      const multiples = points.map((P) => reference.multiply(cofactor, P));
      const g = multiples.find(({ x, y }) => x !== 0n || y !== 0n);
      const outside = points.find((P) => P.y !== 0n && reference.multiply(order, P).x !== 0n);
      if (g === undefined || outside === undefined) continue;
      return { curve: new Class({ p, a: 2n, b, order, cofactor, g }), outside };
    }
  }
}

describe("bad input", () => {
  const curve = new Curve("P-256");
  const { g, p } = curve;
  /** The error of an unknown name. */
  const unknownName = expect.objectContaining({ name: "TypeError", code: "MODEXP_UNKNOWN_NAME" });
  const range = (code: string) => expect.objectContaining({ name: "RangeError", code });
  const type = expect.objectContaining({ name: "TypeError", code: "MODEXP_TYPE" });

  test("points off the curve, or with coordinates that are too large, in every call", () => {
    for (const [P, message] of [
      [{ x: g.x, y: g.y + 1n }, "must be a point of the curve"],
      [{ x: 0n, y: 1n }, "must be a point of the curve"],
      [{ x: g.x + p, y: g.y }, "P(s\\[\\d\\])?.x must be from 0 to p − 1|Q.x must be"],
      [{ x: g.x, y: -g.y }, ".y must be from 0 to p − 1"],
    ] as const) {
      for (const call of everyCall(curve, P)) {
        expect(call).toThrow(RangeError);
        expect(call).toThrow(new RegExp(message));
      }
      expect(curve.isOnCurve(P)).toBe(false);
      expect(curve.isInSubgroup(P)).toBe(false);
    }
    expect(() => curve.msm([1n, 2n], [g, { x: 1n, y: 1n }])).toThrow(/^Ps\[1\] must be a point/);
    expect(() => curve.add(g, { x: 1n, y: 1n })).toThrow(/^Q must be a point/);
  });

  test("arguments of the wrong type, by their names", () => {
    const wrong = undefined as never;
    expect(() => curve.multiply(wrong)).toThrow(/^k must be a bigint/);
    expect(() => curve.multiply(1.5)).toThrow(type);
    expect(() => curve.multiply(1n, null as never)).toThrow(/^P must be a point { x, y }, got null/);
    expect(() => curve.multiply(1n, {} as never)).toThrow(/^P.x must be a bigint/);
    expect(() => curve.multiply(1n, [g.x, g.y] as never)).toThrow(/^P must be a point { x, y }, got an array$/);
    for (const encoding of [curve.encode(g), Buffer.of(2), "02c6"]) {
      expect(() => curve.multiply(1n, encoding as never)).toThrow(/decode the bytes of an encoding with decode first$/);
    }
    expect(() => curve.multiplyMany(wrong, [])).toThrow(/^ks must be an array/);
    expect(() => curve.multiplyMany([1n], wrong)).toThrow(/^Ps must be an array of points/);
    expect(() => curve.msm([1n, "2" as never], [g, g])).toThrow(/^ks\[1\] must be/);
    expect(() => curve.multiplyBytes("1" as never)).toThrow(/^k must be a Uint8Array/);
    expect(() => curve.multiplyBytes(Uint8Array.of(1), g as never)).toThrow(/^P must be a Uint8Array/);
    expect(() => curve.decode([4] as never)).toThrow(/^bytes must be a Uint8Array/);
    expect(() => curve.encode(g, { compressed: 1 as never })).toThrow(/^compressed must be true or false/);
    expect(() => curve.fixedBase(g, { tableBytes: 1.5 })).toThrow(/^tableBytes must be an integer/);
    expect(() => curve.isOnCurve(wrong)).toThrow(type);
    expect(() => createCurves({ tier: "relaxed" as never })).toThrow(/^tier must be one of "wide", "simd"/);
  });

  test("lists of different lengths, and numbers out of range", () => {
    expect(() => curve.msm([1n], [g, g])).toThrow(range("MODEXP_LENGTHS"));
    expect(() => curve.multiplyMany([1n, 2n], [g])).toThrow(range("MODEXP_LENGTHS"));
    expect(() => curve.msm([1n], new Uint8Array(63))).toThrow(range("MODEXP_POINT"));
    expect(() => curve.fixedBase(g, { tableBytes: 0 })).toThrow(range("MODEXP_RANGE"));
    expect(() => curve.multiply(1n << 65_537n)).toThrow(range("MODEXP_TOO_LONG"));
    expect(() => curve.multiplyBytes(new Uint8Array(8193))).toThrow(range("MODEXP_TOO_LONG"));
  });

  test("encodings: another length or form, a coordinate that is too large, no point of that x", () => {
    const good = curve.encode(g);
    const x = good.subarray(1, 33);
    const bad = [
      new Uint8Array(0),
      Uint8Array.of(1),
      Uint8Array.of(0, 0),
      good.subarray(0, 64),
      Uint8Array.of(...good, 0),
      Uint8Array.of(2, ...x.subarray(1)),
      Uint8Array.of(5, ...x),
      Uint8Array.of(6, ...good.subarray(1)),
      Uint8Array.of(2, ...new Uint8Array(32).fill(255)),
      Uint8Array.of(4, ...new Uint8Array(64).fill(255)),
      Uint8Array.of(4, ...x, ...x),
      // x³ − 3x + b is not a square for x = 1
      Uint8Array.of(2, ...new Uint8Array(31), 1),
    ];
    for (const bytes of bad) {
      expect(() => curve.decode(bytes)).toThrow(range("MODEXP_POINT"));
      expect(() => curve.multiplyBytes(Uint8Array.of(1), bytes)).toThrow(range("MODEXP_POINT"));
    }
    expect(curve.decode(Uint8Array.of(0))).toBe(curve.identity);
  });

  test("curves: no such name, and parameters that do not belong together, each named", () => {
    const { a, b, order } = curve;
    const good = { p, a, b, order, g };
    const cases: [unknown, RegExp, string][] = [
      [{ ...good, p: p - 1n }, /^p must be a prime/, "MODEXP_CURVE"],
      [{ ...good, p: p + 2n }, /^p must be a prime/, "MODEXP_CURVE"],
      [{ ...good, p: 1n << 577n }, /^p must be a prime/, "MODEXP_CURVE"],
      [{ ...good, a: -3n }, /^a must be from 0 to p − 1, got -3/, "MODEXP_RANGE"],
      [{ ...good, b: p }, /^b must be from 0/, "MODEXP_RANGE"],
      [{ ...good, b: b + 1n }, /^g must be a point of the curve/, "MODEXP_POINT"],
      [{ ...good, order: order + 2n }, /^order must be the odd prime order/, "MODEXP_CURVE"],
      [{ ...good, order: 0n }, /^order must be/, "MODEXP_CURVE"],
      [{ ...good, cofactor: 0n }, /^cofactor must be from 1/, "MODEXP_RANGE"],
      [{ ...good, cofactor: p }, /^cofactor must be from 1 to p − 1, got/, "MODEXP_RANGE"],
      [{ ...good, cofactor: p - 1n }, /^order must be .* and order·cofactor/, "MODEXP_CURVE"],
      [{ ...good, cofactor: 2n }, /^order must be .* and order·cofactor/, "MODEXP_CURVE"],
      [{ ...good, g: { x: 0n, y: 0n } }, /^g must not be the identity/, "MODEXP_POINT"],
      [{ ...good, g: { x: p, y: 1n } }, /^g.x must be from 0/, "MODEXP_RANGE"],
      [{ ...good, a: 0n, b: 0n }, /^the curve is singular/, "MODEXP_CURVE"],
      [SMALL, /^order must be/, "MODEXP_CURVE"],
    ];
    for (const [of, message, code] of cases) {
      expect(() => new Curve(of as never)).toThrow(message);
      expect(() => new Curve(of as never)).toThrow(range(code));
    }
    expect(() => new Curve("P-255" as never)).toThrow(
      /^there is no curve "P-255"; did you mean "P-256"\? Pass one of P-192, .*, or parameters$/,
    );
    expect(() => new Curve("P-255" as never)).toThrow(unknownName);
    expect(() => new Curve(undefined as never)).toThrow(type);
    expect(() => new Curve({ ...good, p: "7" as never })).toThrow(/^p must be a bigint/);
    expect(() => new Curve({ ...good, g: undefined as never })).toThrow(/^g must be a point/);
  });
});

test("points are immutable, and the identity is one object", () => {
  const curve = new Curve("secp256k1");
  expect(Object.isFrozen(curve.multiply(2n)) && Object.isFrozen(curve.identity)).toBe(true);
  expect(curve.multiply(curve.order)).toBe(curve.identity);
  expectTypeOf(curve.multiply(2n)).toEqualTypeOf<Point>();
});

test("the module that is fetched gives the same", async () => {
  const { Curve: Fetched } = await createAsync();
  expect(new Fetched("P-384").multiply(99n)).toEqual(new Curve("P-384").multiply(99n));
});

describe.each(curvesTiers)("a cofactor above 2^64 on $tier", ({ api }) => {
  test("G1 of BLS12-381 by its parameters is that of the pairing", () => {
    const { g1 } = new Pairing("BLS12-381");
    const { p, a, b, order, cofactor, g } = g1;
    expect(cofactor.toString(2).length).toBe(126);
    const given = new api.Curve({ p, a, b, order, cofactor, g });
    expect(given.cofactor).toBe(cofactor);
    expect(given.multiply(12_345n << 200n)).toEqual(g1.multiply(12_345n << 200n));
    // (0, 2) has order 3
    const outside = { x: 0n, y: 2n };
    expect([given.isOnCurve(outside), given.isInSubgroup(outside)]).toEqual([true, false]);
    for (const wrong of [cofactor - 1n, cofactor + (1n << 64n), cofactor & ((1n << 64n) - 1n), cofactor << 64n]) {
      expect(() => new api.Curve({ p, a, b, order, cofactor: wrong, g })).toThrow(
        expect.objectContaining({ name: "RangeError", code: "MODEXP_CURVE" }),
      );
    }
  });
});

describe("scalars of more than 65,536 bits", () => {
  const curve = new Curve("P-256");
  const e = new Pairing("alt_bn128");
  const value = e.pair(e.g1.g, e.g2.g);
  const [tables, bases, powers] = [curve.fixedBase(curve.g), curve.bases([curve.g]), e.gt.fixedBase(value)];
  const calls: readonly [name: string, call: (k: bigint) => unknown][] = [
    ["k", (k) => curve.multiply(k)],
    ["k", (k) => curve.multiplyVartime(k)],
    ["ks[1]", (k) => curve.multiplyMany([1n, k], [curve.g, curve.g])],
    ["ks[0]", (k) => curve.msm([k], [curve.g])],
    ["ks[0]", (k) => curve.msmVartime([k], [curve.g])],
    ["k", (k) => tables.multiply(k)],
    ["k", (k) => tables.multiplyVartime(k)],
    ["ks[0]", (k) => tables.multiplyMany([k])],
    ["ks[0]", (k) => bases.msmVartime([k])],
    ["k", (k) => e.gt.pow(value, k)],
    ["k", (k) => e.gt.powVartime(value, k)],
    ["ks[0]", (k) => e.gt.powMany([value], [k])],
    ["k", (k) => powers.pow(k)],
  ];

  test.each(calls)("%s: the error says to pass the remainder, at once", (name, call) => {
    const longest = (1n << 65_536n) - 1n;
    for (const k of [longest, -longest]) expect(() => call(k)).not.toThrow();
    const message = `${name} must have at most 65536 bits, got 65537; pass its remainder modulo the order`;
    for (const k of [longest + 1n, -longest - 1n]) {
      expect(() => call(k)).toThrow(expect.objectContaining({ code: "MODEXP_TOO_LONG", message }));
    }
  });

  test("of bytes, and numbers that no option allows to be longer", () => {
    expect(() => curve.multiplyBytes(new Uint8Array(8193))).toThrow(
      "k must have at most 8192 bytes, got 8193; pass its remainder modulo the order",
    );
    const x = 1n << 70_000n;
    expect(() => curve.multiply(1n, { x, y: 1n })).toThrow(
      /^P\.x must have at most 65536 bits, got 70001; pass a shorter one$/,
    );
  });
});
