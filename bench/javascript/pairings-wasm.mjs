// Pairings by other WebAssembly modules than mcl: wasmcurves through ffjavascript, and rustbn-wasm, which has only the calls
// of Ethereum's contracts on alt_bn128. As in pairings.mjs, P = k·G1, Q = l·G2, and a value is 1 if it is right.
import { buildBls12381, buildBn128, utils } from "ffjavascript";
import { open } from "../src/contenders.mjs";
import { pairingNamed } from "../src/curves.mjs";
import { multiplesOf, nameOf, prepared } from "./pairings.mjs";

const MAKE = { "BLS12-381": buildBls12381, alt_bn128: buildBn128 };

const truth = (isRight) => (value) => (isRight(value) ? 1n : 0n);

export async function pairingsByWasmcurves({ kind, exponents: [k, l, ...factors], ...problem }) {
  const make = MAKE[nameOf(problem)];
  if (make === undefined) return [];
  // without threads
  const curve = await make(true);
  const { G1, G2, Gt, r } = curve;
  const [P, Q] = [G1.toAffine(G1.timesScalar(G1.g, k)), G2.toAffine(G2.timesScalar(G2.g, l))];
  const base = curve.pairing(G1.g, G2.g);
  const call = (verb) => `wasmcurves ${verb}`;
  // prepared points are in Jacobian coordinates
  const loop = (p, q) => curve.millerLoop(curve.prepareG1(G1.toJacobian(p)), curve.prepareG2(G2.toJacobian(q)));
  const coordinates = (group) => (point) => group.toObject(point).slice(0, 2).flat();
  const isPower = (exponent) => truth((value) => Gt.eq(value, Gt.exp(base, exponent % r)));
  // concatenated in one array
  const concatenated = (parts) => new Uint8Array(Buffer.concat(parts));
  const sum = prepared(
    () => [
      concatenated(multiplesOf(P, factors.length, (last) => G1.toAffine(G1.add(last, P)))),
      concatenated(factors.map((factor) => utils.leInt2Buff(factor, curve.Fr.n8))),
    ],
    async ([points, scalars]) => G1.toAffine(await G1.multiExpAffine(points, scalars)),
  );
  const product = () => curve.finalExponentiation(Gt.mul(loop(P, Q), loop(G1.g, G2.g)));
  return {
    pairing: [open(call("pairing"), () => curve.pairing(P, Q), isPower(k * l))],
    product2: [open(call("millerLoop twice, finalExponentiation"), product, isPower(k * l + 1n))],
    g1: [open(call("timesScalar, G1"), () => G1.toAffine(G1.timesScalar(P, l)), coordinates(G1))],
    g2: [open(call("timesScalar, G2"), () => G2.toAffine(G2.timesScalar(Q, k)), coordinates(G2))],
    gt: [
      open(
        call("exp"),
        () => Gt.exp(base, k),
        truth((value) => Gt.eq(value, curve.pairing(P, G2.g))),
      ),
    ],
    sum: [{ ...open(call("multiExpAffine"), sum, coordinates(G1)), isAsync: true }],
  }[kind];
}

const word = (x) => x.toString(16).padStart(64, "0");

/** rustbn's only instance: a second one would read the memory of the first. */
let rustbn;

/** Whether e(P, Q)·e(−k·l·G1, G2) is 1, and multiples in G1: rustbn has no pairing values. */
export async function pairingsByRustbn({ kind, exponents: [k, l], ...problem }) {
  if (nameOf(problem) !== "alt_bn128" || (kind !== "product2" && kind !== "g1")) return [];
  rustbn ??= import("rustbn-wasm").then(({ initRustBN }) => initRustBN());
  const { ec_mul: multiply, ec_pairing: check } = await rustbn;
  const { p, order, g1, g2 } = pairingNamed("alt_bn128");
  const times = (point, scalar) => multiply(point + word(scalar)).replace(/^0x/, "");
  const P = times(g1.map(word).join(""), k);
  if (kind === "g1") {
    const read = (point) => [point.slice(0, 64), point.slice(64)].map((x) => BigInt(`0x${x}`));
    return [open("rustbn-wasm ec_mul", () => times(P, l), read)];
  }
  const twist = (await buildBn128(true)).G2;
  const affine = twist.toObject(twist.toAffine(twist.timesScalar(twist.g, l)));
  // the contract takes the higher coefficient first
  const swapped = (coefficients) => [1, 0, 3, 2].map((i) => word(coefficients[i])).join("");
  const R = times(g1.map(word).join(""), (k * l) % order);
  const minusR = R.slice(0, 64) + word(p - BigInt(`0x${R.slice(64)}`));
  const input = P + swapped(affine.slice(0, 2).flat()) + minusR + swapped(g2);
  return [
    open(
      "rustbn-wasm ec_pairing of 2",
      () => check(input),
      truth((out) => BigInt(`0x${out.replace(/^0x/, "")}`) === 1n),
    ),
  ];
}
