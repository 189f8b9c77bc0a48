// The contenders that run in every JavaScript engine. A solver is a function from a problem of a kind to its contenders:
// { name, constantTime, powers, isAsync, largest, compute, read }. `powers` divides the time, `largest` excludes sizes that take
// seconds, and `read` makes numbers of what `compute` returns.
import { powBinary, powMontgomery, powWindow } from "./bigint.mjs";
import { fromJsbi, powJsbi, toJsbi } from "./jsbi.mjs";

/** The names of the powers in tables, charts and targets. */
export const NAMES = {
  modPow: "modPow",
  modPowVartime: "modPowVartime",
  kept: "Modulus.pow",
  binary: "BigInt loop, binary",
  windowed: "BigInt loop, 5-bit window",
  montgomery: "BigInt Montgomery, window",
  jsbi: "JSBI loop, binary",
};

/** Whether a contender is OpenSSL; the first one of a list is its constant-time function. */
export const isOpenssl = ({ name }) => name.startsWith("OpenSSL");

/** The powers of this package that the quick benchmark measures. */
export const OWN = [NAMES.modPow, NAMES.modPowVartime, NAMES.kept];

/** A contender; its author states that the time of a `secret` one depends on lengths alone. */
export const secret = (name, compute, read) => ({ name, constantTime: true, compute, read });
export const open = (name, compute, read) => ({ name, constantTime: false, compute, read });

/** Loops on BigInt, as one writes them without a package. */
export function powersByLoops({ m, bases: [base], exponents: [exponent] }) {
  const loop = (name, pow) => ({ ...open(name, () => pow(base, exponent, m)), largest: 8192 });
  const list = [loop(NAMES.binary, powBinary), loop(NAMES.windowed, powWindow)];
  if (m % 2n === 1n) list.push(loop(NAMES.montgomery, powMontgomery));
  return list;
}

/** The plain loop on JSBI. */
export function powersByJsbi({ m, bases: [base], exponents: [exponent] }, largest = 2048) {
  const numbers = [base, exponent, m].map(toJsbi);
  return [{ ...open(NAMES.jsbi, () => powJsbi(...numbers)), largest, read: fromJsbi }];
}

/** Sizes of batches. */
const BATCHES = [2, 4, 8, 16];

/**
 * The solvers of this package by kind. `api` has its functions on the tier to measure; `pools` are pools of workers with their
 * numbers of threads.
 */
export function solversByUs({ engine, modPow, modPowVartime, Modulus, CrtModulus }, pools = []) {
  const constantTime = engine().tier !== "js";
  const ours = (name, compute) => ({ ...secret(name, compute), constantTime });

  const inPools = (name, call, powers = 1) =>
    pools.map(({ threads, pool }) => ({
      ...ours(`pool.${name}, threads: ${threads}`, () => call(pool)),
      powers,
      isAsync: true,
    }));

  const kept = (modulus, { bases: [base], exponents: [exponent] }) =>
    ours(NAMES.kept, () => modulus.pow(base, exponent));

  const tableOf = (modulus, { bases: [base], exponents, tableBytes }) => {
    const maxExponentBits = Math.max(...exponents.map((exponent) => exponent.toString(2).length));
    return modulus.fixedBase(base, { maxExponentBits, tableBytes });
  };

  const solvers = {
    power(problem, modulus) {
      const { m, bases, exponents } = problem;
      const [base, exponent] = [bases[0], exponents[0]];
      return [
        ours(NAMES.modPow, () => modPow(base, exponent, m)),
        open(NAMES.modPowVartime, () => modPowVartime(base, exponent, m)),
        kept(modulus, problem),
        open("Modulus.powVartime", () => modulus.powVartime(base, exponent)),
      ];
    },

    batch(problem, modulus) {
      const { bases, exponents } = problem;
      const all = bases.length;
      const batches = BATCHES.filter((count) => count <= all).map((powers) => {
        const [b, e] = [bases.slice(0, powers), exponents.slice(0, powers)];
        return { ...ours(`Modulus.powMany of ${powers}, each`, () => modulus.powMany(b, e)), powers };
      });
      const inParallel = inPools(`powMany of ${all}, each`, (pool) => pool.powMany(modulus, bases, exponents), all);
      return [kept(modulus, problem), ...batches, ...inParallel];
    },

    outputs(problem, modulus) {
      const { bases, exponents, tableBytes } = problem;
      const [base] = bases;
      const list = [
        ours("Modulus.pow, one by one", () => exponents.map((exponent) => modulus.pow(base, exponent))),
        ours("Modulus.powEach", () => modulus.powEach(base, exponents)),
        ...inPools("powEach", (pool) => pool.powEach(modulus, base, exponents)),
      ];
      if (tableBytes > 0) {
        const table = tableOf(modulus, problem);
        list.push(
          ours("FixedBase.powMany", () => table.powMany(exponents)),
          open("FixedBase.powVartime", () => exponents.map((exponent) => table.powVartime(exponent))),
        );
      }
      return list;
    },

    product({ bases, exponents }, modulus) {
      return [ours("Modulus.powProduct", () => modulus.powProduct(bases, exponents))];
    },

    fixed(problem, modulus) {
      const table = tableOf(modulus, problem);
      const [exponent] = problem.exponents;
      return [
        kept(modulus, problem),
        ours("FixedBase.pow", () => table.pow(exponent)),
        open("FixedBase.powVartime", () => table.powVartime(exponent)),
      ];
    },

    private(problem, modulus) {
      const { bases, exponents, primes } = problem;
      const crt = new CrtModulus(primes);
      return [
        kept(modulus, problem),
        ours("CrtModulus.pow", () => crt.pow(bases[0], exponents[0])),
        ours("CrtModulus.privateKeyOp", () => crt.privateKeyOp(bases[0], exponents[0])),
      ];
    },
  };
  return Object.fromEntries(
    Object.entries(solvers).map(([kind, solve]) => [kind, (problem) => solve(problem, new Modulus(problem.m))]),
  );
}
