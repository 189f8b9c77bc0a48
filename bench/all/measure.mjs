// Measures the cases: all programs solve the same problems, their results are compared, then their contenders take turns.
//
// It passes through all cases several times, minutes apart; the spread of a contender's passes is the noise band.
import { agree } from "../src/agree.mjs";
import { median, race, summarize } from "../src/measure.mjs";
import { contendersOf } from "../src/program.mjs";

/** The effort of each mode; see the type Effort in ../src/measure.mjs. */
export const EFFORT = {
  smoke: { passes: 1, rounds: 1, sampleMs: 0, warmMs: 0, budgetMs: 0 },
  quick: { passes: 2, rounds: 7, sampleMs: 2, warmMs: 40, budgetMs: 40 },
  medium: { passes: 2, rounds: 7, sampleMs: 2, warmMs: 30, budgetMs: 30 },
  full: { passes: 2, rounds: 9, sampleMs: 3, warmMs: 40, budgetMs: 60 },
};

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
      const taking = programs.filter(({ id }) => each.programs?.includes(id) ?? true);
      const contenders = (await contendersOf(each.kind, problems, taking)).filter(takesPart);
      if (pass === 0) await agree(each.name, each.kind, problems, contenders);
      let rounds = 0;
      const results = await race(contenders, now, () => {
        rounds++;
        onStep(each.name, (done + (weight(each) * rounds) / effort.rounds) / all);
      });
      done += weight(each);
      for (const [i, { name: contender, program: engine, constantTime }] of contenders.entries()) {
        const key = `${each.name}\n${engine}\n${contender}`;
        const row = rows.get(key) ?? { case: each.name, engine, contender, constantTime, passes: [] };
        row.passes.push(results[i].samplesNs);
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

/** The relative time of a case: most contenders keep to their budget, the slow ones take longer at large sizes of powers. */
function weight({ kind, bits = 0, exponentBits = 0 }) {
  return 1 + 0.4 * (SLOWEST[kind] ?? 1) * (bits / 2048) ** 2 * (exponentBits / 2048);
}
