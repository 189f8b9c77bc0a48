// Races: contenders take turns, round by round; the figure of each is the median of its rounds.
//
// A contender is { name, powers, time(first, count) }: it makes its calls number first, first + 1, …, and returns the milliseconds of
// `count` calls, or a promise of them. `powers`, by default 1, divides the time.
import { Bench } from "tinybench";

/** The middle value, or the mean of the two middle ones. tinybench only has medians of consecutive samples. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Median and median absolute deviation. */
export function summarize(samplesNs) {
  const ns = median(samplesNs);
  return { ns, madNs: median(samplesNs.map((x) => Math.abs(x - ns))), samplesNs };
}

/** The difference between `a` and `b`, round by round: over time, both drift more than they differ. */
export function difference(a, b) {
  return summarize(a.samplesNs.map((ns, round) => ns - b.samplesNs[round]));
}

/** `effort` for small differences of long times: more rounds, with every contender in each. */
export function forDifferences(effort) {
  return effort.rounds === 1 ? effort : { ...effort, rounds: 3 * effort.rounds, budgetMs: Number.POSITIVE_INFINITY };
}

/** A contender that calls `call(i)` in this process, for i = 0, 1, 2, …, continued through all rounds. */
export function local(name, call) {
  const time = (first, count) => {
    const start = performance.now();
    for (let i = first; i < first + count; i++) call(i);
    return performance.now() - start;
  };
  return { name, time };
}

/**
 * The effort of a measurement.
 *
 * @typedef {object} Effort
 * @property {number} rounds the maximum for each contender
 * @property {number} sampleMs the minimum time of a sample; it bundles calls
 * @property {number} warmMs untimed calls before, for the engine to compile
 * @property {number} budgetMs the time after which a slow contender's rounds end, but not before the second
 */

/**
 * Times the contenders. Resolves to { name, ns, madNs, samplesNs, callsPerSample } of each in the same order. Calls `onRound`
 * after each round.
 */
export async function race(contenders, { rounds, sampleMs, warmMs, budgetMs }, onRound = () => {}) {
  const runners = [];
  for (const contender of contenders) {
    const runner = { contender, made: 0, samplesNs: [] };
    const callMs = await warmUp(runner, warmMs);
    runner.calls = Math.max(1, Math.ceil(sampleMs / callMs));
    runner.turns = Math.min(rounds, Math.max(2, Math.floor(budgetMs / (runner.calls * callMs))));
    runners.push(runner);
  }

  for (let round = 0; round < rounds; round++) {
    // slow contenders have their turns spread over all rounds; each round begins with a different contender
    const now = runners.filter(
      ({ turns }) => Math.floor(((round + 1) * turns) / rounds) > Math.floor((round * turns) / rounds),
    );
    await playRound([...now.slice(round % now.length), ...now.slice(0, round % now.length)]);
    onRound();
  }
  return runners.map(({ contender, calls, samplesNs }) => ({
    name: contender.name,
    ...summarize(samplesNs),
    callsPerSample: calls,
  }));
}

/** One turn of each contender. */
async function playRound(runners) {
  const bench = new Bench({ iterations: 1, time: 0, warmup: false, throws: true });
  for (const [i, runner] of runners.entries()) {
    const turn = async () => ({ overriddenDuration: (await makeCalls(runner, runner.calls)) / runner.calls });
    bench.add(String(i), turn, { async: true });
  }
  await bench.run();
  for (const [i, { contender, samplesNs }] of runners.entries()) {
    const { powers = 1 } = contender;
    samplesNs.push((1e6 * bench.getTask(String(i)).result.latency.p50) / powers);
  }
}

/** Makes the next `count` calls. Resolves to their milliseconds. */
async function makeCalls(runner, count) {
  const ms = await runner.contender.time(runner.made, count);
  runner.made += count;
  return ms;
}

/** Calls for about `warmMs`. Resolves to the time of one call in the last and largest batch. */
async function warmUp(runner, warmMs) {
  let callMs = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let count = 1; total < warmMs; count *= 2) {
    const ms = await makeCalls(runner, count);
    total += ms;
    // a clock with a resolution of 0.1 ms may return 0
    callMs = Math.max(ms, 0.001) / count;
  }
  return callMs;
}
