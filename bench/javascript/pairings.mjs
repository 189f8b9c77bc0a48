// Pairings and their groups by modexp/pairings and its alternatives. Each library first computes P = k·G1 and Q = l·G2. Results in
// groups are coordinates. Values of libraries differ by a fixed exponent, so a value's result is 1 if it is the right power of the
// library's own e(G1, G2). A sum is Σ (i + 1)·factors[i]·P; its points are made at first use.
import { SecretKey } from "@chainsafe/blst";
import { pippenger } from "@noble/curves/abstract/curve.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import mcl from "mcl-wasm";
import { open, secret } from "../src/contenders.mjs";
import { PAIRING_NAMES, pairingNamed } from "../src/curves.mjs";

const NOBLE = { "BLS12-381": bls12_381, alt_bn128: bn254 };
const MCL = { "BLS12-381": mcl.BLS12_381, alt_bn128: mcl.BN_SNARK1, BN254N: mcl.BN254 };

/** The name of the pairing with the problem's p. */
export const nameOf = ({ m }) => PAIRING_NAMES.find((name) => pairingNamed(name).p === m);

/** `compute` on the result of `make`, which runs once, in the first call. */
export const prepared = (make, compute) => {
  let made;
  return () => {
    made ??= make();
    return compute(made);
  };
};
const truth = (isRight) => (value) => (isRight(value) ? 1n : 0n);

export function pairingsByUs({ kind, exponents: [k, l, ...factors], ...problem }) {
  const { pairing: e } = pairingNamed(nameOf(problem));
  const { g1, g2, gt } = e;
  const [P, Q] = [g1.multiply(k), g2.multiply(l)];
  const base = e.pair(g1.g, g2.g);
  const isPair = truth((value) => value.equals(gt.pow(base, k * l)));
  const isPower = truth((value) => value.equals(e.pair(P, g2.g)));
  const lines = e.prepare(Q);
  const read1 = ({ x, y }) => [x, y];
  const read2 = ({ x, y }) => [...x, ...y];
  const isProduct = truth((value) => value.equals(gt.pow(base, k * l + 1n)));
  const both = [
    [P, Q],
    [g1.g, g2.g],
  ];
  const bothPrepared = both.map(([p, q]) => [p, e.prepare(q)]);
  // tables are made only in cases that measure them
  const powers = (group, scalar, base) =>
    prepared(
      () => group.fixedBase(base),
      (tables) => ("multiply" in tables ? tables.multiply(scalar) : tables.pow(scalar)),
    );
  const multiples = () =>
    g1.multiplyMany(
      factors.map((_, i) => i + 1),
      factors.map(() => P),
    );
  return {
    pairing: [
      secret("Pairing.pair", () => e.pair(P, Q), isPair),
      secret("Pairing.pair, prepared", () => e.pair(P, lines), isPair),
    ],
    product2: [
      secret("Pairing.product of 2", () => e.product(both), isProduct),
      secret("Pairing.product of 2, prepared", () => e.product(bothPrepared), isProduct),
    ],
    g1: [
      secret("Pairing.g1 multiply", () => g1.multiply(l, P), read1),
      open("Pairing.g1 multiplyVartime", () => g1.multiplyVartime(l, P), read1),
      secret("Pairing.g1 fixedBase multiply", powers(g1, l, P), read1),
    ],
    g2: [
      secret("Pairing.g2 multiply", () => g2.multiply(k, Q), read2),
      open("Pairing.g2 multiplyVartime", () => g2.multiplyVartime(k, Q), read2),
      secret("Pairing.g2 fixedBase multiply", powers(g2, k, Q), read2),
    ],
    gt: [
      secret("Pairing.gt pow", () => gt.pow(base, k), isPower),
      secret("Pairing.gt fixedBase pow", powers(gt, k, base), isPower),
    ],
    sum: [
      open(
        "Pairing.g1 msmVartime",
        prepared(multiples, (points) => g1.msmVartime(factors, points)),
        read1,
      ),
      open(
        "Pairing.g1 bases msmVartime",
        prepared(
          () => g1.bases(multiples()),
          (bases) => bases.msmVartime(factors),
        ),
        read1,
      ),
    ],
  }[kind];
}

/** noble's powers in GT take any exponent and do not use the group's order. */
export function pairingsByNoble({ kind, exponents: [k, l, ...factors], ...problem }) {
  const library = NOBLE[nameOf(problem)];
  if (library === undefined) return [];
  const { G1, G2, fields, pairing } = library;
  const { Fp12 } = fields;
  const [P, Q] = [G1.Point.BASE.multiply(k), G2.Point.BASE.multiply(l)];
  const base = pairing(G1.Point.BASE, G2.Point.BASE);
  const call = (verb) => `@noble/curves ${verb}`;
  const order = G1.Point.Fn.ORDER;
  const both = [
    { g1: P, g2: Q },
    { g1: G1.Point.BASE, g2: G2.Point.BASE },
  ];
  return {
    product2: [
      open(
        call("pairingBatch of 2"),
        () => library.pairingBatch(both),
        truth((x) => Fp12.eql(x, Fp12.pow(base, (k * l + 1n) % order))),
      ),
    ],
    pairing: [
      open(
        call("pairing"),
        () => pairing(P, Q),
        truth((x) => Fp12.eql(x, Fp12.pow(base, (k * l) % order))),
      ),
    ],
    g1: [
      secret(
        call("multiply, G1"),
        () => P.multiply(l),
        ({ x, y }) => [x, y],
      ),
      open(
        call("multiplyUnsafe, G1"),
        () => P.multiplyUnsafe(l),
        ({ x, y }) => [x, y],
      ),
    ],
    g2: [
      secret(
        call("multiply, G2"),
        () => Q.multiply(k),
        ({ x, y }) => [x.c0, x.c1, y.c0, y.c1],
      ),
      open(
        call("multiplyUnsafe, G2"),
        () => Q.multiplyUnsafe(k),
        ({ x, y }) => [x.c0, x.c1, y.c0, y.c1],
      ),
    ],
    gt: [
      open(
        call("Fp12.pow"),
        () => Fp12.pow(base, k),
        truth((x) => Fp12.eql(x, pairing(P, G2.Point.BASE))),
      ),
    ],
    sum: [
      open(
        call("pippenger"),
        prepared(
          () => multiplesOf(P, factors.length, (sum) => sum.add(P)),
          (points) => pippenger(G1.Point, points, factors),
        ),
        (sum) => [sum.x, sum.y],
      ),
    ],
  }[kind];
}

/** blst as an addon for signatures. It multiplies the generator alone. */
export function pairingsByBlst({ kind, exponents: [k, l], ...problem }) {
  if (nameOf(problem) !== "BLS12-381" || kind !== "g1") return [];
  const scalar = Buffer.from(((k * l) % bls12_381.fields.Fr.ORDER).toString(16).padStart(64, "0"), "hex");
  const key = SecretKey.fromBytes(scalar);
  const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  const read = (point) => {
    const bytes = point.toBytes(false);
    return [number(bytes.subarray(0, 48)), number(bytes.subarray(48))];
  };
  return [secret("@chainsafe/blst toPublicKey", () => key.toPublicKey(), read)];
}

/** P, next(P), next(next(P)), …: `count` points. */
export function multiplesOf(P, count, next) {
  const all = [P];
  while (all.length < count) all.push(next(all.at(-1)));
  return all;
}

/** The longest sum that fits into mcl's memory. */
const MCL_MOST = 4096;

/** mcl in WebAssembly holds one curve at a time. */
export async function pairingsByMcl({ kind, exponents, ...problem }) {
  const name = nameOf(problem);
  if (MCL[name] === undefined) return [];
  await mcl.init(MCL[name]);
  if (kind === "sum" && exponents.length - 2 > MCL_MOST) return [];
  const number = (x) => {
    const scalar = new mcl.Fr();
    scalar.setStr(x.toString());
    return scalar;
  };
  const [k, l, ...factors] = exponents.map(number);
  const [G1, G2] = generators(name);
  const [P, Q] = [mcl.mul(G1, k), mcl.mul(G2, l)];
  const base = mcl.pairing(G1, G2);
  const lines = new mcl.PrecomputedG2(Q);
  // "1 x y", the coordinates' coefficients
  const coordinates = (point) => point.getStr().split(" ").slice(1).map(BigInt);
  const isPair = truth((value) => value.isEqual(mcl.pow(base, mcl.mul(k, l))));
  return {
    pairing: [
      open("mcl-wasm pairing", () => mcl.pairing(P, Q), isPair),
      open("mcl-wasm pairing, precomputed", () => mcl.finalExp(mcl.precomputedMillerLoop(P, lines)), isPair),
    ],
    product2: [
      open(
        "mcl-wasm millerLoop twice, finalExp",
        () => mcl.finalExp(mcl.mul(mcl.millerLoop(P, Q), mcl.millerLoop(G1, G2))),
        truth((value) => value.isEqual(mcl.mul(mcl.pow(base, mcl.mul(k, l)), base))),
      ),
    ],
    g1: [open("mcl-wasm mul, G1", () => mcl.mul(P, l), coordinates)],
    g2: [open("mcl-wasm mul, G2", () => mcl.mul(Q, k), coordinates)],
    gt: [
      open(
        "mcl-wasm pow",
        () => mcl.pow(base, k),
        truth((value) => value.isEqual(mcl.pairing(P, G2))),
      ),
    ],
    sum: [
      open(
        "mcl-wasm mulVec",
        prepared(
          () => multiplesOf(P, factors.length, (sum) => mcl.normalize(mcl.add(sum, P))),
          (points) => mcl.mulVec(points, factors),
        ),
        coordinates,
      ),
    ],
  }[kind];
}

function generators(name) {
  const { g1, g2 } = pairingNamed(name);
  const [first, second] = [new mcl.G1(), new mcl.G2()];
  first.setStr(`1 ${g1.join(" ")}`);
  second.setStr(`1 ${g2.join(" ")}`);
  return [first, second];
}
