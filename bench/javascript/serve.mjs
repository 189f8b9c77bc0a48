// Runs the JavaScript contenders on orders of a different program, by lines, so that it can time contenders of several
// programs in turn. Runs in Node and Bun. The orders are those of tools/peers/src/serve.rs.
import { createInterface } from "node:readline";
import * as modexp from "modexp";
import { createPool } from "modexp/pool";
import { powersByJsbi, powersByLoops, solversByUs } from "../src/contenders.mjs";
import { localProgram } from "../src/program.mjs";
import { powersByLibraries } from "./libraries.mjs";
import { privateByNode, sharedSecret } from "./node-crypto.mjs";
import { pairingsByBlst, pairingsByMcl, pairingsByNoble, pairingsByUs } from "./pairings.mjs";
import { pairingsByRustbn, pairingsByWasmcurves } from "./pairings-wasm.mjs";
import {
  pointsByElliptic,
  pointsByNoble,
  pointsByPlatform,
  pointsBySecp256k1,
  pointsByTiny,
  pointsByUs,
} from "./points.mjs";

/** A pool starts its threads when it gets work. */
const POOLS = [1, 2, 4].map((threads) => ({ threads, pool: createPool({ threads }) }));

const { power, private: privateByUs, ...ours } = solversByUs(modexp, POOLS);
const of = (kinds, solvers) => Object.fromEntries(kinds.map((kind) => [kind, solvers]));

/** Solvers by kind; the first of a list is of this package. */
const SOLVERS = {
  power: [power, powersByLoops, powersByJsbi, powersByLibraries, sharedSecret],
  private: [privateByUs, privateByNode],
  // only this package solves these kinds
  ...Object.fromEntries(Object.entries(ours).map(([kind, solver]) => [kind, [solver]])),
  ...of(
    ["multiple", "msm", "fixed-multiple"],
    [pointsByUs, pointsByNoble, pointsByElliptic, pointsByTiny, pointsBySecp256k1, pointsByPlatform],
  ),
  ...of(
    ["pairing", "product2", "g1", "g2", "gt", "sum"],
    [pairingsByUs, pairingsByNoble, pairingsByMcl, pairingsByBlst, pairingsByWasmcurves, pairingsByRustbn],
  ),
};

const { bun, node, v8 } = process.versions;
const { version, tier } = modexp.engine();
const greeting = `${bun === undefined ? `Node ${node} (V8 ${v8})` : `Bun ${bun}`}, modexp ${version}, tier ${tier}`;
// with native.mjs only this package differs
const solvers = Object.entries(SOLVERS).map(([kind, all]) => [kind, tier === "native" ? all.slice(0, 1) : all]);
const program = localProgram("JavaScript", greeting, Object.fromEntries(solvers));

let kind;
let problems = [];
let contenders = [];

const ORDERS = {
  clear(name) {
    kind = name;
    problems = [];
    return "ok";
  },

  add(...words) {
    problems.push(parse(words));
    return "ok";
  },

  async contenders() {
    contenders = await program.load(kind, problems);
    return JSON.stringify(contenders.map(({ name, constantTime, powers }) => ({ name, constantTime, powers })));
  },

  async result(at, i) {
    return (await contenders[at].results(i)).map((x) => x.toString(16)).join(",");
  },

  async time(at, first, count) {
    return String(Math.round(1e6 * (await contenders[at].time(Number(first), Number(count)))));
  },
};

function parse([modulus, bases, exponents, primes, tableBytes]) {
  const number = (hex) => BigInt(`0x${hex}`);
  const list = (words) => (words === "-" ? [] : words.split(",").map(number));
  return {
    m: number(modulus),
    bases: list(bases),
    exponents: list(exponents),
    primes: list(primes),
    tableBytes: Number(tableBytes),
  };
}

console.log(greeting);
for await (const line of createInterface({ input: process.stdin })) {
  const [order, ...words] = line.split(" ");
  console.log(await ORDERS[order](...words));
}
