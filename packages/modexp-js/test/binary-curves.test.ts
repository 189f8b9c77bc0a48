/** Points over GF(2^m): published data, node:crypto, exceptional operands, bad input. */
import { createECDH } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Curve, createCurves, FixedBase, type Point } from "../src/binary-curves.js";
import { createCurves as createAsync } from "../src/binary-curves-async.js";
import { binaryCurveNames } from "../src/curves/binary.js";
import type { Curves } from "../src/curves.js";
import { BinaryReference } from "./shared/binary-reference.js";
import { checkCurveRecord, checkExceptions, checkSums, type Kept } from "./shared/curve-checks.js";
import { binaryCurveRecords } from "./shared/curve-records.js";
import { PUBLIC } from "./shared/files.js";
import { Random } from "./shared/random.js";

/** Random cases for each curve. */
const CASES = Number(process.env.MODEXP_CURVE_CASES ?? 20);

/** The number of records of each source. */
const COUNTS = {
  "NIST PKV": 96,
  "NIST SigVer": 600,
  "NIST key pairs": 80,
  "Wycheproof ECDH": 49,
  parameters: 18,
};

/** For tests that use the slow reference. */
const SLOW = { timeout: 120_000 };

const OPENSSL = {
  ...({ "B-163": "sect163r2", "B-233": "sect233r1", "B-283": "sect283r1", "B-571": "sect571r1" } as const),
  ...({ "K-163": "sect163k1", "K-233": "sect233k1", "K-283": "sect283k1", "K-571": "sect571k1" } as const),
};

describe.skipIf(PUBLIC === undefined)("public vectors of curves over GF(2^m)", () => {
  const records = PUBLIC === undefined ? [] : binaryCurveRecords(PUBLIC);
  const kept: Kept = new Map();
  // the cast: a record names a curve of either entry
  const api = createCurves() as unknown as Curves;

  test("are as many as there should be", () => {
    const counts: Record<string, number> = {};
    for (const { source } of records) counts[source] = (counts[source] ?? 0) + 1;
    expect(counts).toEqual(COUNTS);
  });

  test.each(Object.keys(COUNTS))("%s", (source) => {
    for (const record of records.filter((each) => each.source === source)) checkCurveRecord(api, kept, record);
  });
});

describe("curves over GF(2^m)", () => {
  // the reference is slow for the longest curves
  test.each(binaryCurveNames.filter((name) => !name.endsWith("571")))(
    "%s: exceptional operands in every call",
    SLOW,
    (name) => {
      const curve = new Curve(name);
      expect(checkExceptions(curve, new BinaryReference(curve))).toBeGreaterThan(900);
    },
  );

  test.each(binaryCurveNames)("%s: sums of random multiples", SLOW, (name) => {
    const curve = new Curve(name);
    expect(checkSums(curve, 1, new BinaryReference(curve))).toBe(24);
  });

  test.each(Object.entries(OPENSSL))("%s: shared secrets as node:crypto has them", (name, theirs) => {
    const curve = new Curve(name as keyof typeof OPENSSL);
    const [alice, bob] = [createECDH(theirs), createECDH(theirs)];
    for (let i = 0; i < CASES; i++) {
      alice.generateKeys();
      bob.generateKeys();
      const [k, P] = [Uint8Array.from(alice.getPrivateKey()), Uint8Array.from(bob.getPublicKey())];
      const shared = curve.multiplyBytes(k, P);
      expect(Buffer.from(shared.subarray(1, 1 + curve.byteLength))).toEqual(alice.computeSecret(P));
      expect(Buffer.from(curve.multiplyBytes(k))).toEqual(alice.getPublicKey());
      const point = curve.decode(Uint8Array.from(alice.getPublicKey(null, "compressed")));
      expect(Buffer.from(curve.encode(point))).toEqual(alice.getPublicKey());
      expect(Buffer.from(curve.encode(point, { compressed: true }))).toEqual(alice.getPublicKey(null, "compressed"));
    }
  });

  test("a curve of given parameters", () => {
    const named = new Curve("K-233");
    const { p, a, b, order, cofactor, g } = named;
    const given = new Curve({ p, a, b, order, cofactor, g });
    const k = new Random(5).uniform(640);
    expect(given.multiply(k)).toEqual(named.multiply(k));
    expect(given.byteLength).toBe(30);
  });

  test("saved tables are taken by every instance, and by no other curve", () => {
    const curve = new Curve("K-163");
    const tables = curve.fixedBase(curve.multiply(3n), { tableBytes: 4096 });
    const loaded = FixedBase.fromBytes(tables.toBytes(), new (createCurves().Curve)("K-163"));
    expect(loaded.multiply(1234567n)).toEqual(tables.multiply(1234567n));
    expect(() => FixedBase.fromBytes(tables.toBytes(), new Curve("B-163"))).toThrow(
      expect.objectContaining({ name: "RangeError", code: "MODEXP_CURVE" }),
    );
  });

  test("the one module computes", () => {
    expect(createCurves().tier()).toBe("simd");
  });
});

describe("bad input", () => {
  /** The error of an unknown name. */
  const unknownName = expect.objectContaining({ name: "TypeError", code: "MODEXP_UNKNOWN_NAME" });
  const range = (code: string) => expect.objectContaining({ name: "RangeError", code });

  test.each(binaryCurveNames)("%s: points outside the subgroup, off the curve, or too large, in every call", (name) => {
    const curve = new Curve(name);
    const { g } = curve;
    const reference = new BinaryReference(curve);
    const q = 1n << BigInt(curve.p.toString(2).length - 1);
    // of order 2, and of twice the order
    const two: Point = { x: 0n, y: reference.root(curve.b) };
    const outside = reference.add(g, two);
    for (const P of [two, outside]) {
      expect(curve.isOnCurve(P)).toBe(true);
      expect(curve.isInSubgroup(P)).toBe(false);
    }
    for (const [P, message] of [
      [two, "must be a multiple of the generator"],
      [outside, "must be a multiple of the generator"],
      [{ x: g.x, y: g.y ^ 1n }, "must be a point of the curve"],
      [{ x: g.x | q, y: g.y }, ".x must be from 0 to 2\\^m − 1"],
      [{ x: g.x, y: -g.y }, ".y must be from 0 to 2\\^m − 1"],
    ] as const) {
      for (const call of [
        () => curve.multiply(2n, P),
        () => curve.multiplyVartime(2n, P),
        () => curve.multiplyMany([1n, 2n], [g, P]),
        () => curve.msm([1n, 2n], [P, g]),
        () => curve.fixedBase(P),
        () => curve.add(g, P),
        () => curve.negate(P),
        () => curve.encode(P),
      ]) {
        expect(call).toThrow(RangeError);
        expect(call).toThrow(new RegExp(message));
      }
    }
    expect(curve.isOnCurve({ x: g.x | q, y: g.y })).toBe(false);
    const large = curve.encode(g);
    large[1] = 0xff;
    expect(() => curve.decode(large)).toThrow(range("MODEXP_POINT"));
    expect(() => curve.multiplyBytes(Uint8Array.of(1), large)).toThrow(range("MODEXP_POINT"));
  });

  test("curves: no such name, and parameters that do not belong together, each named", () => {
    const { p, a, b, order, cofactor, g } = new Curve("B-163");
    const good = { p, a, b, order, cofactor, g };
    const cases: [unknown, RegExp, string][] = [
      [{ ...good, p: p ^ 2n }, /^p must be an irreducible polynomial/, "MODEXP_CURVE"],
      [{ ...good, p: p ^ 1n }, /^p must be an irreducible polynomial/, "MODEXP_CURVE"],
      [{ ...good, p: (1n << 577n) | 1n }, /^p must be an irreducible polynomial/, "MODEXP_CURVE"],
      [{ ...good, a: 1n << 163n }, /^a must be from 0 to 2\^m − 1/, "MODEXP_RANGE"],
      [{ ...good, b: b ^ 1n }, /^g must be a point of the curve/, "MODEXP_POINT"],
      [{ ...good, b: 0n }, /^the curve is singular; pass a and b with b ≠ 0/, "MODEXP_CURVE"],
      [{ ...good, order: order + 2n }, /^order must be the odd prime order/, "MODEXP_CURVE"],
      [{ ...good, cofactor: 4n }, /^order must be .* and order·cofactor/, "MODEXP_CURVE"],
      [{ ...good, g: { x: 1n << 163n, y: 1n } }, /^g.x must be from 0/, "MODEXP_RANGE"],
    ];
    for (const [of, message, code] of cases) {
      expect(() => new Curve(of as never)).toThrow(message);
      expect(() => new Curve(of as never)).toThrow(range(code));
    }
    expect(() => new Curve("P-256" as never)).toThrow(/^there is no curve "P-256"; pass one of B-163/);
    expect(() => new Curve("P-256" as never)).toThrow(unknownName);
    expect(() => new Curve(undefined as never)).toThrow(/^a curve is a name, as "B-283"/);
  });
});

test("the module that is fetched gives the same", async () => {
  const { Curve: Fetched, tier } = await createAsync();
  expect(tier()).toBe("simd");
  expect(new Fetched("K-571").multiply(99n)).toEqual(new Curve("K-571").multiply(99n));
});
