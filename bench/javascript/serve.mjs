// Runs the JavaScript contenders on orders of a different program, by lines, so that it can time contenders of several
// programs in turn. Runs in Node and Bun. The orders are as in bench/native/pow/serve.rs.
import { createInterface } from "node:readline";
import { powersByLibraries } from "./libraries.mjs";
import { powersByLoops } from "./loops.mjs";
import { privateByNode, sharedSecret } from "./node-crypto.mjs";
import { ours, version } from "./ours.mjs";
import { pairingsByMcl, pairingsByNoble, pairingsByUs } from "./pairings.mjs";
import { pairingsByRustbn, pairingsByWasmcurves } from "./pairings-wasm.mjs";
import { pointsByElliptic, pointsByNoble, pointsByPlatform, pointsByTiny, pointsByUs } from "./points.mjs";

const PAIRINGS = [pairingsByUs, pairingsByNoble, pairingsByMcl, pairingsByWasmcurves, pairingsByRustbn];
const POINTS = [pointsByUs, pointsByNoble, pointsByElliptic, pointsByTiny, pointsByPlatform];

/** The solvers of a kind of problem; only this package solves the other kinds. */
const SOLVERS = {
  power: [ours, powersByLoops, powersByLibraries, sharedSecret],
  private: [ours, privateByNode],
  multiple: POINTS,
  msm: POINTS,
  "fixed-multiple": POINTS,
  pairing: PAIRINGS,
  product2: PAIRINGS,
  g1: PAIRINGS,
  g2: PAIRINGS,
  gt: PAIRINGS,
  sum: PAIRINGS,
};

let kind;
/** The contenders of each problem, in the same order. */
let problems = [];

const ORDERS = {
  clear(name) {
    kind = name;
    problems = [];
    return "ok";
  },

  async add(...words) {
    const problem = parse(words);
    const lists = await Promise.all((SOLVERS[kind] ?? [ours]).map((list) => list(problem)));
    problems.push(lists.flat().filter(({ largest = Number.POSITIVE_INFINITY }) => size(problem) <= largest));
    return "ok";
  },

  contenders() {
    const [first = []] = problems;
    return JSON.stringify(first.map(({ name, constantTime = false, powers = 1 }) => ({ name, constantTime, powers })));
  },

  async result(contender, i) {
    const { compute, read = (x) => x } = problems[i][contender];
    const results = [read(await compute())].flat();
    return results.map((x) => x.toString(16)).join(",");
  },

  async time(contender, first, count) {
    const computations = problems.map((list) => list[contender].compute);
    let i = Number(first);
    const end = i + Number(count);
    const start = process.hrtime.bigint();
    if (problems[0][contender].isAsync) {
      for (; i < end; i++) await computations[i % computations.length]();
    } else {
      for (; i < end; i++) computations[i % computations.length]();
    }
    return String(process.hrtime.bigint() - start);
  },
};

function parse([modulus, bases, exponents, primes, tableBytes]) {
  const number = (hex) => BigInt(`0x${hex}`);
  const list = (words) => (words === "-" ? [] : words.split(",").map(number));
  return {
    kind,
    m: number(modulus),
    bases: list(bases),
    exponents: list(exponents),
    primes: list(primes),
    tableBytes: Number(tableBytes),
  };
}

/** The n with equal work for a power with modulus and exponent of n bits. */
function size({ m, exponents: [exponent] }) {
  return Math.cbrt(m.toString(2).length ** 2 * exponent.toString(2).length);
}

const { bun, node, v8 } = process.versions;
console.log(bun === undefined ? `Node ${node} (V8 ${v8}), modexp ${version}` : `Bun ${bun}, modexp ${version}`);
for await (const line of createInterface({ input: process.stdin })) {
  const [order, ...words] = line.split(" ");
  console.log(await ORDERS[order](...words));
}
