/** Points as values: equality, text, encodings that may be none, x alone; on all kinds of curves and every tier. */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { schnorr } from "@noble/curves/secp256k1.js";
import { afterAll, describe, expect, test } from "vitest";
import { Curve as BinaryCurve } from "../src/binary-curves.js";
import type { Curve, Point } from "../src/curves.js";
import { curvesTiers } from "./shared/curve-tiers.js";
import { pairingTiers } from "./shared/pairing-tiers.js";
import { Random } from "./shared/random.js";

const coded = (name: string, code: string) => expect.objectContaining({ name, code });
const pairings = pairingTiers.flatMap(({ tier, api }) =>
  (["BLS12-381", "alt_bn128"] as const).map((name) => ({ tier, e: new api.Pairing(name) })),
);
afterAll(() => {
  for (const { e } of pairings) e.dispose();
});

/** All as curves with numbers: the tests read no coordinates. */
const curves: readonly { name: string; curve: Curve }[] = [
  ...curvesTiers.flatMap(({ tier, api }) =>
    (["P-224", "P-256", "secp256k1", "P-521"] as const).map((name) => ({
      name: `${name}, ${tier}`,
      curve: new api.Curve(name),
    })),
  ),
  ...(["B-233", "K-283"] as const).map((name) => ({ name, curve: new BinaryCurve(name) })),
  ...pairings.flatMap(({ tier, e }) =>
    [e.g1, e.g2].map((curve, i) => ({ name: `G${i + 1} of ${e.name}, ${tier}`, curve: curve as unknown as Curve })),
  ),
];

describe.each(curves)("points of $name", ({ curve }) => {
  const random = new Random(29);
  const points = Array.from({ length: 4 }, () => curve.multiply(random.uniform(200)));
  const xOf = (P: Point) => curve.encode(P).slice(-2 * curve.byteLength, -curve.byteLength);

  test("are equal by their coordinates alone", () => {
    const all = [curve.identity, ...points];
    for (const [i, P] of all.entries()) {
      for (const [j, Q] of all.entries()) expect(curve.equals(P, { ...Q })).toBe(i === j);
      expect(curve.isIdentity({ ...P })).toBe(i === 0);
      expect(curve.equals(P, curve.negate(P))).toBe(i === 0);
    }
    expect(() => curve.equals({ x: -1n, y: 0n } as never, curve.g)).toThrow(/^P\.x/);
    expect(() => curve.equals(curve.g, 5n as never)).toThrow(/^Q must be a point/);
    expect(() => curve.isIdentity(null as never)).toThrow(/^P must be a point/);
  });

  test("become text, and come back from it", () => {
    const revived = (value: unknown): unknown => (Array.isArray(value) ? value.map(revived) : BigInt(value as string));
    for (const P of [curve.identity, curve.g, ...points]) {
      const { x, y } = JSON.parse(JSON.stringify({ P })).P;
      expect({ x: revived(x), y: revived(y) }).toEqual({ ...P });
      expect(Object.keys(P)).toEqual(["x", "y"]);
      expect(Object.isFrozen(P)).toBe(true);
      expect(structuredClone(P)).toEqual({ ...P });
    }
  });

  test("are decoded, or are none", () => {
    for (const P of [curve.identity, ...points]) {
      for (const compressed of [false, true]) {
        const bytes = curve.encode(P, { compressed });
        expect(curve.tryDecode(bytes)).toEqual(curve.decode(bytes));
        expect(curve.tryDecode(Uint8Array.of(...bytes, 0))).toBe(undefined);
        expect(curve.tryDecode(bytes.subarray(1))).toBe(undefined);
      }
    }
    const wrong = curve.encode(curve.g);
    wrong[wrong.length - 1] = (wrong[wrong.length - 1] ?? 0) ^ 1;
    for (const bytes of [wrong, new Uint8Array(0), new Uint8Array(5000)])
      expect(curve.tryDecode(bytes)).toBe(undefined);
    expect(() => curve.tryDecode("04" as never)).toThrow(coded("TypeError", "MODEXP_TYPE"));
  });

  test("are decoded from x alone, with the sign 0", () => {
    for (const P of [curve.g, ...points]) {
      const Q = curve.decodeX(xOf(P));
      expect([P, curve.negate(P)]).toContainEqual(Q);
      expect(curve.decodeX(xOf(curve.negate(P)))).toEqual(Q);
      // the first byte of an encoding that has the sign 0
      const [first = 0] = curve.encode(Q, { compressed: true });
      if (curve.encode(Q).length > 2 * curve.byteLength) expect(first).toBe(2);
      else expect(first & 0x20).toBe(0);
    }
    const bytes = xOf(curve.g);
    for (const bad of [bytes.subarray(1), Uint8Array.of(0, ...bytes), new Uint8Array(0), bytes.map(() => 255)]) {
      expect(() => curve.decodeX(bad)).toThrow(coded("RangeError", "MODEXP_POINT"));
    }
    // some of the next numbers are the x of no point
    const refusals = Array.from({ length: 40 }, (_, i) => {
      const x = bytes.slice();
      x[x.length - 1] = i;
      try {
        curve.decodeX(x);
        return 0;
      } catch (error) {
        expect(error).toEqual(coded("RangeError", "MODEXP_POINT"));
        return 1;
      }
    });
    expect(refusals).toContain(1);
    expect(() => curve.decodeX("00" as never)).toThrow(coded("TypeError", "MODEXP_TYPE"));
  });

  test("have scalars: residues modulo the order", () => {
    const { scalars, order } = curve;
    expect([scalars.value, curve.scalars]).toEqual([order, scalars]);
    const k = random.uniform(300);
    expect(curve.multiply(scalars.inverse(k), curve.multiply(k))).toEqual(curve.g);
    expect(curve.add(curve.multiply(scalars.neg(k)), curve.multiply(k))).toEqual(curve.identity);
    expect(scalars.pow(k, order - 1n)).toBe(1n);
    expect(scalars.sqrt(scalars.square(k))).toBe(k % order > order / 2n ? order - (k % order) : k % order);
  });
});

test("x alone on secp256k1 is noble's lift_x", () => {
  for (const { api } of curvesTiers) {
    const curve = new api.Curve("secp256k1");
    for (let k = 1n; k < 20n; k++) {
      const P = curve.multiply(k);
      const { x, y } = schnorr.utils.lift_x(P.x).toAffine();
      expect(curve.decodeX(curve.encode(P).subarray(1, 33))).toEqual({ x, y });
    }
    curve.dispose();
    for (const call of [
      () => curve.scalars,
      () => curve.equals(curve.g, curve.g),
      () => curve.isIdentity(curve.g),
      () => curve.tryDecode(Uint8Array.of(0)),
      () => curve.decodeX(new Uint8Array(32)),
    ]) {
      expect(call).toThrow(coded("Error", "MODEXP_DISPOSED"));
    }
  }
});

test("x alone on BLS12-381 gives the smaller y", () => {
  for (const { e } of pairings.filter(({ e }) => e.name === "BLS12-381")) {
    for (let k = 1n; k < 6n; k++) {
      const P = bls12_381.G1.Point.BASE.multiply(k).toAffine();
      const y = P.y > e.g1.p - P.y ? e.g1.p - P.y : P.y;
      expect(e.g1.decodeX(bls12_381.G1.Point.BASE.multiply(k).toBytes(false).slice(0, 48))).toEqual({ x: P.x, y });
    }
  }
});
