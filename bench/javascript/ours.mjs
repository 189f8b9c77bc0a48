// This package: each kind of problem by all suitable functions.
import { CrtModulus, engine, Modulus, modPow, modPowVartime } from "modexp";
import { createPool } from "modexp/pool";

/** Sizes of batches. */
const BATCHES = [2, 4, 8, 16];

/** Pools by number of threads; a pool starts its threads when it gets work. */
const POOLS = [1, 2, 4].map((threads) => ({ threads, pool: createPool({ threads }) }));

const { tier, version: packageVersion } = engine();

export const version = `${packageVersion}, tier ${tier}`;

const constantTime = tier !== "js";

const secret = (name, compute) => ({ name, constantTime, compute });
const open = (name, compute) => ({ name, constantTime: false, compute });

export function ours(problem) {
  return SOLVERS[problem.kind](problem, new Modulus(problem.m));
}

const SOLVERS = {
  power({ m, bases, exponents }, modulus) {
    const [base, exponent] = [bases[0], exponents[0]];
    return [
      secret("modPow", () => modPow(base, exponent, m)),
      open("modPowVartime", () => modPowVartime(base, exponent, m)),
      secret("Modulus.pow", () => modulus.pow(base, exponent)),
      open("Modulus.powVartime", () => modulus.powVartime(base, exponent)),
    ];
  },

  batch({ bases, exponents }, modulus) {
    const batches = BATCHES.filter((count) => count <= bases.length).map((powers) => {
      const [b, e] = [bases.slice(0, powers), exponents.slice(0, powers)];
      return { ...secret(`Modulus.powMany of ${powers}, each`, () => modulus.powMany(b, e)), powers };
    });
    const powers = bases.length;
    const pools = inPools(`powMany of ${powers}, each`, (pool) => pool.powMany(modulus, bases, exponents), powers);
    return [secret("Modulus.pow", () => modulus.pow(bases[0], exponents[0])), ...batches, ...pools];
  },

  outputs({ bases, exponents, tableBytes }, modulus) {
    const [base] = bases;
    const list = [
      secret("Modulus.pow, one by one", () => exponents.map((exponent) => modulus.pow(base, exponent))),
      secret("Modulus.powEach", () => modulus.powEach(base, exponents)),
      ...inPools("powEach", (pool) => pool.powEach(modulus, base, exponents)),
    ];
    if (tableBytes > 0) {
      const table = tableOf(modulus, base, exponents, tableBytes);
      list.push(
        secret("FixedBase.powMany", () => table.powMany(exponents)),
        open("FixedBase.powVartime", () => exponents.map((exponent) => table.powVartime(exponent))),
      );
    }
    return list;
  },

  product({ bases, exponents }, modulus) {
    return [secret("Modulus.powProduct", () => modulus.powProduct(bases, exponents))];
  },

  fixed({ bases, exponents, tableBytes }, modulus) {
    const table = tableOf(modulus, bases[0], exponents, tableBytes);
    return [
      secret("Modulus.pow", () => modulus.pow(bases[0], exponents[0])),
      secret("FixedBase.pow", () => table.pow(exponents[0])),
      open("FixedBase.powVartime", () => table.powVartime(exponents[0])),
    ];
  },

  private({ bases, exponents, primes }, modulus) {
    const crt = new CrtModulus(primes);
    return [
      secret("Modulus.pow", () => modulus.pow(bases[0], exponents[0])),
      secret("CrtModulus.privateKeyOp", () => crt.privateKeyOp(bases[0], exponents[0])),
    ];
  },
};

function inPools(name, call, powers = 1) {
  return POOLS.map(({ threads, pool }) => ({
    ...secret(`pool.${name}, threads: ${threads}`, () => call(pool)),
    powers,
    isAsync: true,
  }));
}

function tableOf(modulus, base, exponents, tableBytes) {
  const maxExponentBits = Math.max(...exponents.map((exponent) => exponent.toString(2).length));
  return modulus.fixedBase(base, { maxExponentBits, tableBytes });
}
