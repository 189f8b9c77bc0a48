/** Checks of pairings for every tier and engine. */
import type { Curve } from "../../src/curves/curve.js";
import { pairingNames } from "../../src/pairings/names.js";
import type { Pairing } from "../../src/pairings/pairing.js";
import { Random } from "./random.js";

/** e(P, Q) of the generators on BLS12-381: the first and last bytes that gnark-crypto and noble publish. */
const FIRST = "0f41e58663bf08cf";
const LAST = "a84305aaca1789b6";

/** Checks laws of these pairings on random multiples; returns their number, and throws at the first that fails. */
export function checkPairings<N extends string>(
  names: readonly N[],
  make: (name: N) => Pairing<string>,
  seed: number,
): number {
  let passed = 0;
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(what);
    passed++;
  };
  const random = new Random(seed);
  for (const name of names) {
    using e = make(name);
    const { g1, g2, gt } = e;
    const base = e.pair(g1.g, g2.g);
    must(!base.isOne() && gt.pow(base, e.order).isOne(), `${name}: the order`);
    const [a, b] = [random.uniform(256), random.uniform(256)];
    const [P, Q] = [g1.multiply(a), g2.multiply(b)];
    const value = e.pair(P, Q);
    must(value.equals(gt.pow(base, a * b)), `${name}: bilinear`);
    must(value.equals(gt.fixedBase(gt.powVartime(base, a)).pow(b)), `${name}: powers`);
    must(
      e.isOne([
        [P, e.prepare(Q)],
        [g1.negate(P), Q],
      ]),
      `${name}: a product`,
    );
    must(
      !e.isOne([
        [P, Q],
        [P, Q],
      ]),
      `${name}: a product that is not 1`,
    );
    must(gt.fromBytes(value.toBytes()).multiply(value.inverse()).isOne(), `${name}: bytes`);
    must(g2.decode(g2.encode(Q, { compressed: true })).x.join() === Q.x.join(), `${name}: an encoding`);
    must(g1.msm([2n, 3n], [P, g1.g]).x === g1.multiply(2n * a + 3n).x, `${name}: a sum`);
    if (pairingNames.some((current) => current === name)) {
      must(longSumIsRight(g1, a, random) && longSumIsRight(g2, b, random), `${name}: a sum of many points`);
    }
    if (name === "BLS12-381") {
      const hex = Array.from(base.toBytes(), (byte) => byte.toString(16).padStart(2, "0")).join("");
      must(hex.startsWith(FIRST) && hex.endsWith(LAST), `${name}: the published value`);
      must(g2.isInSubgroup(e.mapToG2([a % e.order, b % e.order])), `${name}: a map`);
    }
  }
  return passed;
}

/** Whether a sum with enough points for additions in pairs is right; some points are equal, inverses of others, or the identity. */
function longSumIsRight<C>(curve: Curve<C>, a: bigint, random: Random): boolean {
  const start = curve.multiply(a);
  let [P, log] = [start, a];
  const points = Array.from({ length: 300 }, (_, i) => {
    if (i % 10 === 3) return { point: curve.identity, log: 0n };
    if (i % 10 === 5) return { point: curve.negate(P), log: -log };
    if (i % 10 > 6) [P, log] = [curve.add(P, start), log + a];
    return { point: P, log };
  });
  const Ps = points.map(({ point }) => point);
  const ks = points.map((_, i) => (i % 20 === 0 ? 5n : random.uniform(256)));
  const sum = points.reduce((sum, { log }, i) => sum + log * (ks[i] as bigint), 0n) % curve.order;
  const want = curve.encode(curve.multiply(sum + curve.order)).join();
  using bases = curve.bases(Ps);
  return [curve.msmVartime(ks, Ps), bases.msmVartime(ks)].every((got) => curve.encode(got).join() === want);
}
