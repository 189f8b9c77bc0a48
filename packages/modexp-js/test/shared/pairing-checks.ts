/** What pairings must do, for every tier and engine. */
import type { Pairing } from "../../src/pairings/pairing.js";
import { Random } from "./random.js";

/** e(P, Q) of the generators on BLS12-381: the first and last bytes that gnark-crypto and noble publish. */
const FIRST = "0f41e58663bf08cf";
const LAST = "a84305aaca1789b6";

/** Laws of these pairings on random multiples; returns how many held, and throws at the first that does not. */
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
    if (name === "BLS12-381") {
      const hex = Array.from(base.toBytes(), (byte) => byte.toString(16).padStart(2, "0")).join("");
      must(hex.startsWith(FIRST) && hex.endsWith(LAST), `${name}: the published value`);
      must(g2.isInSubgroup(e.mapToG2([a % e.order, b % e.order])), `${name}: a map`);
    }
  }
  return passed;
}
