// Runs one test bundle in every JavaScript engine of this machine, on every tier, and reports the results.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ENGINES, executable, isExpected, lastLine, runBundle, tiersHere, variable } from "./lib/engines.mjs";
import { Failure, ROOT, seconds } from "./lib/process.mjs";
import { scratch } from "./lib/scratch.mjs";

const BUNDLE = join(ROOT, "packages", "modexp-js", "dist", "test", "engines.mjs");
const CORPUS = join(ROOT, "fuzz", "corpus", "pow.txt");
const OWN_VECTORS = join(ROOT, "crates", "modexp-core", "tests", "vectors");

// 10,000 random cases for each tier; the fixed seed makes a failure repeatable
const CASES = Number(process.env.MODEXP_CASES ?? 10_000);
const SEED = Number(process.env.MODEXP_SEED ?? 1);
const EXHAUSTIVE = process.env.MODEXP_EXHAUSTIVE === "1";

/** The lines of all vector files. */
function vectors() {
  const folders = [OWN_VECTORS, process.env.MODEXP_VECTORS].filter((folder) => folder && existsSync(folder));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".jsonl"))
      .flatMap((file) => {
        const lines = readFileSync(join(folder, file), "utf8").trim().split("\n");
        return lines.map((line) => ({ file, ...JSON.parse(line) }));
      }),
  );
}

/** Published data about curves, if the vectors have any. */
async function curveRecords() {
  const folder = process.env.MODEXP_VECTORS;
  if (!folder || !existsSync(join(folder, "curves"))) return [];
  const { curveRecords } = await import(
    pathToFileURL(join(ROOT, "packages/modexp-js/dist/test/curve-records.mjs")).href
  );
  return curveRecords(folder);
}

async function runEngine(engine, bundle, data, timeout) {
  const start = Date.now();
  const { code, text } = await runBundle(engine, bundle, data, timeout);
  let report;
  try {
    if (code === 0) report = lastLine(text);
  } catch {
    // the text says what happened instead
  }
  return { report, text, ms: Date.now() - start };
}

function summary(engine, { report, text, ms }) {
  const lines = [];
  const tiers = [];
  if (report === undefined) {
    return { passed: 0, failed: 1, tiers: [], lines: [`${engine.name}: did not run: ${text.trim().slice(-2000)}`] };
  }
  let passed = 0;
  let failed = 0;
  const must = tiersHere(engine);
  for (const each of report.tiers) {
    const title = `${engine.name.padEnd(26)} ${each.tier.padEnd(8)}`;
    if (each.status === "ran") {
      passed += each.passed;
      failed += each.failed;
      lines.push(`${title} ${each.passed} passed, ${each.failed} failed, ${seconds(each.ms)}`);
      tiers.push({ engine: engine.name, tier: each.tier, sources: each.sources });
      lines.push(...each.failures.map((failure) => `    ${failure}`));
      if (each.passed === 0) failed++;
    } else if (must.includes(each.tier)) {
      failed++;
      lines.push(`${title} FAILED: must run here, but: ${each.reason}`);
    } else {
      lines.push(`${title} not in this engine`);
    }
  }
  for (const tier of must.filter((name) => !report.tiers.some((each) => each.tier === name))) {
    failed++;
    lines.push(`${engine.name}: FAILED: nothing is reported of tier ${tier}`);
  }
  lines.push(`${engine.name.padEnd(26)} chooses  ${report.engine.tier}; ${seconds(ms)} in all`);
  return { passed, failed, tiers, lines };
}

/**
 * Runs the bundle in all engines (or only in `only`, or in all except `except`), and counts. `tiers` has the passes on each
 * tier of each engine by source. `wanted` overrides the bundle's input. `short` leaves out checks that Node 24 runs on a
 * similar engine.
 */
export async function engines({ only = [], except = [], wanted = {}, short = false } = {}) {
  const unknown = only.filter((id) => !ENGINES.some((engine) => engine.id === id));
  if (unknown.length > 0) {
    const known = [...new Set(ENGINES.map(({ id }) => id))];
    throw new Failure(`no engine ${unknown.join(", ")}; there are: ${known.join(", ")}`);
  }
  // a copy: a build may run at the same time
  const folder = scratch("engines");
  const bundle = join(folder, "suite.mjs");
  copyFileSync(BUNDLE, bundle);
  const corpus = readFileSync(CORPUS, "utf8").trim().split("\n");
  const known = { vectors: vectors(), curves: await curveRecords() };
  // structured numbers take `wanted.seconds` on each tier
  const timeout = 900_000 + 4000 * (wanted.seconds ?? 0);
  const input = { ...known, corpus, seed: SEED, cases: CASES, full: true, exhaustive: EXHAUSTIVE, ...wanted };

  const total = { passed: 0, failed: 0, tiers: [], failures: [] };
  const queue = ENGINES.filter(({ id }) => (only.length === 0 || only.includes(id)) && !except.includes(id));
  const worker = async () => {
    for (let engine = queue.shift(); engine !== undefined; engine = queue.shift()) {
      if (executable(engine) === undefined) {
        if (isExpected(engine)) {
          total.failed++;
          total.failures.push(`${engine.name}: not here`);
        }
        const verdict = isExpected(engine) ? "FAILED: it is expected but not here" : "NOTE: not tested, not here";
        console.log(`${engine.name.padEnd(26)} ${verdict} (set ${variable(engine)} to its path)`);
        continue;
      }
      const data = join(folder, `${engine.name.replaceAll(/\W+/g, "-")}.json`);
      const share = short ? engine.share : undefined;
      writeFileSync(data, JSON.stringify({ ...input, share, tiers: engine.only }));
      const { passed, failed, tiers, lines } = summary(engine, await runEngine(engine, bundle, data, timeout));
      rmSync(data);
      total.passed += passed;
      total.failed += failed;
      total.tiers.push(...tiers);
      if (failed > 0) total.failures.push(`${engine.name}: ${failed}`);
      console.log(lines.join("\n"));
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  console.log(`engines: ${total.passed} passed, ${total.failed} failed`);
  return { ...total, ok: total.failed === 0 };
}
