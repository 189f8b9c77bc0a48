// Random primes against bigint-crypto-utils and node:crypto, one process, all contenders in turn:  node bench/primes.mjs --help
//
// The number of candidates for a prime is random, so each cell is a distribution. All work is on one thread. The figures are CPU
// time, so other work on the machine does not count.
import { generatePrimeSync } from "node:crypto";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { primeSync } from "bigint-crypto-utils";
import { engine } from "modexp";
import { isProbablyPrime, randomPrime } from "modexp/primes";
import { race } from "./src/measure.mjs";
import { duration, table } from "./src/report.mjs";

const HELP = `usage: node bench/primes.mjs [options]

  --primes N      primes of 1024 bits of each contender, by default 60; half as many of 2048
  --safe N        safe primes of 1024 bits of each contender, by default 20
  --smoke         small primes, two of each: does everything run
`;

const OURS = "randomPrime";
const NODE = "node:crypto";
const OTHER = "bigint-crypto-utils";

const ordinary = (bits) => ({
  [OURS]: () => randomPrime(bits),
  [NODE]: () => generatePrimeSync(bits, { bigint: true }),
  [OTHER]: () => primeSync(bits),
});
// bigint-crypto-utils has no safe primes
const safe = (bits) => ({
  [OURS]: () => randomPrime(bits, { safe: true }),
  [NODE]: () => generatePrimeSync(bits, { bigint: true, safe: true }),
});

function cases({ primes, safe: safePrimes, smoke }) {
  if (smoke) {
    return [
      { name: "128 bits", bits: 128, count: 2, contenders: ordinary(128) },
      { name: "64 bits, safe", bits: 64, count: 2, isSafe: true, contenders: safe(64) },
    ];
  }
  return [
    { name: "1024 bits", bits: 1024, count: Number(primes), contenders: ordinary(1024) },
    { name: "2048 bits", bits: 2048, count: Math.ceil(Number(primes) / 2), contenders: ordinary(2048) },
    { name: "1024 bits, safe", bits: 1024, count: Number(safePrimes), isSafe: true, contenders: safe(1024) },
  ];
}

/** A contender that makes primes and checks them. */
function contender(name, make, { bits, isSafe }) {
  const time = (_, count) => {
    let us = 0;
    for (let i = 0; i < count; i++) {
      const start = process.cpuUsage();
      const p = make();
      const { user, system } = process.cpuUsage(start);
      us += user + system;
      const wrong = p >> BigInt(bits - 1) !== 1n || !isProbablyPrime(p) || (isSafe && !isProbablyPrime((p - 1n) / 2n));
      if (wrong) throw new Error(`${name} made ${p}, which is not what was asked for`);
    }
    return us / 1000;
  };
  return { name, time };
}

async function lines({ name, count, contenders, ...about }) {
  // one prime in a turn, after one that does not count
  const effort = { rounds: count, sampleMs: 0, warmMs: 1e-3, budgetMs: Number.POSITIVE_INFINITY };
  const makers = Object.entries(contenders).map(([who, make]) => contender(who, make, about));
  const rows = (await race(makers, effort)).map(({ name: who, ns, samplesNs }) => {
    const mean = samplesNs.reduce((sum, each) => sum + each, 0) / count;
    return [who, ...[Math.min(...samplesNs), ns, mean, Math.max(...samplesNs)].map(duration)];
  });
  return [`${name}, ${count} each`, ...table(["", "min", "median", "mean", "max"], rows), ""];
}

const { values } = parseArgs({
  options: {
    primes: { type: "string", default: "60" },
    safe: { type: "string", default: "20" },
    smoke: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  },
});
if (values.help) {
  console.log(HELP);
} else {
  const { tier } = engine();
  console.log(
    `Node ${process.versions.node}, tier ${tier}, OpenSSL ${process.versions.openssl}, ${cpus()[0]?.model}\n`,
  );
  for (const each of cases(values)) for (const line of await lines(each)) console.log(line);
}
