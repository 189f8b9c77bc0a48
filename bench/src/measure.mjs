// Races: contenders take turns, round by round, and each gets the median of its rounds.
//
// A contender is { name, calls(count) }: it makes `count` calls and returns, or promises, how many milliseconds they took.
import { Bench } from "tinybench";
import { median } from "./median.mjs";

/** Median and median absolute deviation. */
export function summarize(samplesNs) {
  const ns = median(samplesNs);
  return { ns, madNs: median(samplesNs.map((x) => Math.abs(x - ns))), samplesNs };
}

/** How much longer `a` takes than `b`, round by round: in time, all of them drift more than they differ. */
export function difference(a, b) {
  return summarize(a.samplesNs.map((ns, round) => ns - b.samplesNs[round]));
}

/** `effort` for small differences of long times: more rounds, in which everybody takes part. */
export function forDifferences(effort) {
  return effort.rounds === 1 ? effort : { ...effort, rounds: 3 * effort.rounds, budgetMs: Number.POSITIVE_INFINITY };
}

/** A contender that makes its calls here: `call(i)` for i = 0, 1, 2, …, on and on through all its rounds. */
export function local(name, call) {
  let i = 0;
  return {
    name,
    calls(count) {
      const start = performance.now();
      for (const end = i + count; i < end; i++) call(i);
      return performance.now() - start;
    },
  };
}

/**
 * How long to measure.
 *
 * @typedef {object} Effort
 * @property {number} rounds at most so many for each contender
 * @property {number} sampleMs calls are bundled until they take so long
 * @property {number} warmMs first so long untimed, for the engine to compile
 * @property {number} budgetMs rounds of slow contenders end after so long, but not before the second
 */

/**
 * Times the contenders, whose names differ. Resolves to { name, ns, madNs, samplesNs, callsPerSample } of each in the same
 * order. `onRound` is called after each round.
 */
export async function race(contenders, { rounds, sampleMs, warmMs, budgetMs }, onRound = () => {}) {
  const runners = [];
  for (const contender of contenders) {
    const callMs = await warmUp(contender, warmMs);
    const calls = Math.max(1, Math.ceil(sampleMs / callMs));
    const turns = Math.min(rounds, Math.max(2, Math.floor(budgetMs / (calls * callMs))));
    runners.push({ contender, calls, turns, samplesNs: [] });
  }

  for (let round = 0; round < rounds; round++) {
    // slow contenders have their turns spread over all rounds; each round begins with another one
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

/** One turn of each. */
async function playRound(runners) {
  const bench = new Bench({ iterations: 1, time: 0, warmup: false, throws: true });
  for (const { contender, calls } of runners) {
    const turn = async () => ({ overriddenDuration: (await contender.calls(calls)) / calls });
    bench.add(contender.name, turn, { async: true });
  }
  await bench.run();
  for (const { contender, samplesNs } of runners) {
    samplesNs.push(1e6 * bench.getTask(contender.name).result.latency.p50);
  }
}

/** Calls for about `warmMs`. Resolves to the time of one call in the last and largest batch. */
async function warmUp(contender, warmMs) {
  let callMs = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let count = 1; total < warmMs; count *= 2) {
    const ms = await contender.calls(count);
    total += ms;
    // a clock as coarse as 0.1 ms may say 0
    callMs = Math.max(ms, 0.001) / count;
  }
  return callMs;
}
