/** The terms of a long sum with a known result: the points are s·G, (s + 1)·G, (s + 2)·G and so on, the scalars powers of a random g. */
import { pippenger } from "@noble/curves/abstract/curve.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { expose, transfer } from "comlink";
import type { Point } from "modexp/pairings/async";
import { literal, randomBelow } from "../shared/numbers.js";
import { multiple } from "./python.js";

const { G1, fields } = bls12_381;
const { Fp, Fr } = fields;
const { BASE } = G1.Point;

let [s, g] = [0n, 0n];
let points: readonly Point[] = [];
let scalars: readonly bigint[] = [];

const api = {
  /** New terms: scalars, and packed points. `count` is a power of two. */
  make(count: number): { readonly scalars: readonly bigint[]; readonly points: Uint8Array } {
    s = randomBelow(Fr.ORDER);
    points = [BASE.multiply(s).toAffine()];
    while (points.length < count) {
      const shift = BASE.multiply(BigInt(points.length)).toAffine();
      points = points.concat(addToAll(points, shift));
    }
    g = randomBelow(Fr.ORDER);
    let power = 1n;
    scalars = points.map(() => {
      const k = power;
      power = Fr.mul(power, g);
      return k;
    });
    const packed = pack(points);
    return transfer({ scalars, points: packed }, [packed.buffer]);
  },

  /** The sum of the first `count` terms, as one multiple of G. */
  multiple(count: number): Point {
    const t = scalars.slice(0, count).reduce((sum, k, i) => sum + k * (s + BigInt(i)), 0n);
    return BASE.multiply(Fr.create(t)).toAffine();
  },

  /** The line of Python that prints the sum of the first `count` terms. */
  inPython(count: number): string {
    const r = literal(Fr.ORDER);
    const t = `sum(pow(${literal(g)}, i, ${r})*(${literal(s)}+i) for i in range(${count}))%${r}`;
    return multiple(t, { p: Fp.ORDER, a: 0n }, BASE.toAffine());
  },

  /** The sum of the first `count` terms, by noble. */
  sumByNoble(count: number): Point {
    const some = points.slice(0, count).map((P) => G1.Point.fromAffine(P));
    return pippenger(G1.Point, some, scalars.slice(0, count)).toAffine();
  },
};

/** P + Q for each P; no P is ±Q. All additions share one inversion. */
function addToAll(Ps: readonly Point[], Q: Point): Point[] {
  const inverses = Fp.invertBatch(Ps.map((P) => Fp.sub(Q.x, P.x)));
  return Ps.map((P, i) => {
    const slope = Fp.mul(Fp.sub(Q.y, P.y), inverses[i] ?? 0n);
    const x = Fp.sub(Fp.sub(Fp.sqr(slope), P.x), Q.x);
    return { x, y: Fp.sub(Fp.mul(slope, Fp.sub(P.x, x)), P.y) };
  });
}

/** The coordinates as concatenated bytes. */
function pack(Ps: readonly Point[]): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(2 * Fp.BYTES * Ps.length);
  for (const [i, { x, y }] of Ps.entries()) {
    packed.set(Fp.toBytes(x), 2 * Fp.BYTES * i);
    packed.set(Fp.toBytes(y), 2 * Fp.BYTES * i + Fp.BYTES);
  }
  return packed;
}

export type Terms = typeof api;
expose(api);
