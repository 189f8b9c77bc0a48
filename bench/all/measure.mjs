// Measures the cases: all programs solve the same problems, their results are compared, then their contenders take turns.
//
// It passes through all cases several times, minutes apart; the spread of a contender's passes is the noise band.
import { powWindow } from "../src/bigint.mjs";
import { addPoints, multiplyPoint } from "../src/curves.mjs";
import { race, summarize } from "../src/measure.mjs";
import { median } from "../src/median.mjs";

/** The effort of each mode; see the type Effort in ../src/measure.mjs. */
export const EFFORT = {
  smoke: { passes: 1, rounds: 1, sampleMs: 0, warmMs: 0, budgetMs: 0 },
  quick: { passes: 2, rounds: 7, sampleMs: 2, warmMs: 40, budgetMs: 40 },
  medium: { passes: 2, rounds: 7, sampleMs: 2, warmMs: 30, budgetMs: 30 },
  full: { passes: 2, rounds: 9, sampleMs: 3, warmMs: 40, budgetMs: 60 },
};

/** Above this size the loop on BigInt is too slow, so it does not check the programs' results. */
const CHECKED_BITS = 4096;

/**
 * Resolves to the rows of a record. `onStep(name, share)` gets the finished share of all work; `takesPart` selects the
 * contenders.
 */
export async function measureAll(cases, programs, effort, onStep = () => {}, takesPart = () => true) {
  const { passes } = effort;
  const rows = new Map();
  let done = 0;
  const passesOf = (each) => (each.once ? 1 : passes);
  const all = cases.reduce((sum, each) => sum + passesOf(each) * weight(each), 0);
  for (let pass = 0; pass < passes; pass++) {
    // an engine keeps its compiled code after the first pass
    const now = pass === 0 ? effort : { ...effort, warmMs: effort.warmMs / 4 };
    for (const each of cases.filter((one) => pass < passesOf(one))) {
      const problems = each.problems();
      const contenders = (await contendersOf(each, problems, programs)).filter(takesPart);
      if (pass === 0) await agree(each.name, problems, contenders, each.kind);
      let rounds = 0;
      const results = await race(contenders, now, () => {
        rounds++;
        onStep(each.name, (done + (weight(each) * rounds) / effort.rounds) / all);
      });
      done += weight(each);
      for (const [i, { contender, engine, constantTime, powers }] of contenders.entries()) {
        const key = `${each.name}\n${engine}\n${contender}`;
        const row = rows.get(key) ?? { case: each.name, engine, contender, constantTime, passes: [] };
        row.passes.push(results[i].samplesNs.map((ns) => ns / powers));
        rows.set(key, row);
      }
    }
  }
  return [...rows.values()].map(summary);
}

/** Median and median absolute deviation, the median of each pass, mean and standard deviation. */
function summary({ passes, ...row }) {
  const samples = passes.flat();
  const { ns, madNs } = summarize(samples);
  const meanNs = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const sdNs = Math.sqrt(samples.reduce((sum, x) => sum + (x - meanNs) ** 2, 0) / samples.length);
  const round = (x) => Number(x.toPrecision(5));
  return {
    ...row,
    ns: round(ns),
    madNs: round(madNs),
    meanNs: round(meanNs),
    sdNs: round(sdNs),
    passesNs: passes.map(median).map(round),
  };
}

/** The time of the slowest contender of a kind, relative to the loops on BigInt; some kinds have no loops. */
const SLOWEST = { outputs: 0.04, fixed: 0.0005 };

/** The relative time of a case: most contenders keep to their budget, the slow ones take longer at large sizes. */
function weight({ kind, bits, exponentBits }) {
  return 1 + 0.4 * (SLOWEST[kind] ?? 1) * (bits / 2048) ** 2 * (exponentBits / 2048);
}

async function contendersOf({ kind, programs: only }, problems, programs) {
  const lists = [];
  for (const program of programs) {
    const takesPart = program.kinds.includes(kind) && (only === undefined || only.includes(program.id));
    if (takesPart) lists.push(await program.load(kind, problems));
  }
  return lists.flat();
}

/** Throws unless the contenders agree in all shared results. */
async function agree(name, problems, contenders, kind) {
  for (const [i, problem] of problems.entries()) {
    let longest = expected(problem, kind);
    for (const contender of contenders) {
      const results = await contender.results(i);
      const differs = results.findIndex((result, at) => at < longest.length && result !== longest[at]);
      if (differs >= 0) {
        const [got, other] = [results, longest].map((list) => list[differs].toString(16));
        throw new Error(`${contender.name} disagrees at ${name}, result ${differs}: 0x${got} instead of 0x${other}`);
      }
      if (results.length > longest.length) longest = results;
    }
  }
}

/** The loop's results, or nothing if it would take seconds. A pairing's value is judged: 1 if right. */
function expected({ m, bases, exponents, curve }, kind) {
  if (kind === "pairing" || kind === "product2" || kind === "gt") return [1n];
  if (kind === "g1" || kind === "g2" || kind === "sum") return [];
  if (curve !== undefined) {
    const [x, y] = bases;
    const [k, l] = exponents;
    const multiple = multiplyPoint(curve, k, { x, y });
    const sum = kind === "msm" ? addPoints(curve, multiple, multiplyPoint(curve, l, curve.g)) : multiple;
    return [sum.x, sum.y];
  }
  const bits = (x) => x.toString(2).length;
  const work = bits(m) ** 2 * exponents.reduce((sum, exponent) => sum + bits(exponent), 0);
  if (work > CHECKED_BITS ** 3) return [];
  const powers = exponents.map((exponent, i) => powWindow(bases[i] ?? bases[0], exponent, m));
  return kind === "product" ? [powers.reduce((product, power) => (product * power) % m)] : powers;
}
