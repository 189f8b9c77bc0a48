// Fault drills: things break in an engine, and what must come of it is a typed error or the right answer.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { targetDir } from "../../scripts/build.mjs";
import { ENGINES, executable, isExpected } from "../../scripts/lib/engines.mjs";
import { Failure, ROOT, run } from "../../scripts/lib/process.mjs";

const HERE = join(ROOT, "tools/engines");
const DIST = join(ROOT, "packages/modexp-js/dist");

const SHORT = ["node24", "bun", "chromium"];
const FULL = ["node20", "node22", "node24", "node26", "deno", "bun", "chromium", "firefox"];

const isBrowser = (id) => ENGINES.some((each) => each.id === id && each.browser);

/** What the bundle `suite` reports of an engine; undefined where the machine has none. */
export async function inEngine(id, suite, data) {
  const engine = ENGINES.find((each) => each.id === id);
  const path = executable(engine);
  if (path === undefined) {
    if (isExpected(engine)) throw new Failure(`${engine.name} is expected but not here`);
    console.log(`${engine.name}: not here`);
    return undefined;
  }
  const bundle = join(DIST, "test", `${suite}.mjs`);
  const folder = join(targetDir(), "assurance-engines");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${suite}-${id}.json`);
  writeFileSync(file, JSON.stringify({ ...data, dist: engine.browser ? "/dist/" : `${DIST}/` }));
  const command = engine.browser
    ? [process.execPath, join(HERE, "browser.mjs"), id, path]
    : [path, ...(engine.flags ?? []), join(HERE, "host.mjs")];
  const [program, ...args] = [...command, bundle, file, engine.name];
  const { code, text } = await run(program, args, { quiet: true, cwd: HERE, timeout: 3_600_000 });
  if (code !== 0) throw new Failure(`${engine.name}: ${text.trim().slice(-2000)}`);
  return JSON.parse(text.trim().split("\n").at(-1));
}

async function drilled({ full }) {
  const reports = [];
  for (const id of full ? FULL : SHORT) {
    const report = await inEngine(id, isBrowser(id) ? "drills" : "drills.node", {});
    if (report === undefined) continue;
    console.log(`${id}: ${report.held} drills held, ${report.failures.length} did not`);
    for (const line of [...report.failures, ...report.missed]) console.log(`  ${line}`);
    reports.push({ id, ...report });
  }
  const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
  const failed = sum(({ failures }) => failures.length);
  const caught = sum(({ controls, missed }) => controls - missed.length);
  return {
    ok: failed === 0 && reports.length >= 3 && reports.every(({ held, missed }) => held >= 60 && missed.length === 0),
    figure: `${sum(({ held }) => held)} drills in ${reports.map(({ id, held }) => `${id} (${held})`).join(", ")}: ${failed} without a typed error or a right answer`,
    control: `${caught} of ${sum(({ controls }) => controls)} broken ones caught`,
  };
}

export const faults = [{ name: "fault injection in engines", work: drilled }];
