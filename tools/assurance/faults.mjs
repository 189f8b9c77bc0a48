// Fault injection: if something breaks in an engine, calls give a typed error or the right answer; if a bit of a key changes
// in memory, no wrong result is released.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { targetDir } from "../../scripts/build.mjs";
import { ENGINES, executable, isExpected } from "../../scripts/lib/engines.mjs";
import { Failure, ROOT, run } from "../../scripts/lib/process.mjs";
import { buildNative, elsewhere, NATIVE, supported } from "./constant-time.mjs";
import { RUNS } from "./memory-secrets.mjs";

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

async function injectedInEngines({ full }) {
  const reports = [];
  for (const id of full ? FULL : SHORT) {
    const report = await inEngine(id, isBrowser(id) ? "fault-injection" : "fault-injection.node", {});
    if (report === undefined) continue;
    console.log(`${id}: ${report.held} faults held, ${report.failures.length} did not`);
    for (const line of [...report.failures, ...report.missed]) console.log(`  ${line}`);
    reports.push({ id, ...report });
  }
  const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
  const failed = sum(({ failures }) => failures.length);
  const caught = sum(({ controls, missed }) => controls - missed.length);
  return {
    ok: failed === 0 && reports.length >= 3 && reports.every(({ held, missed }) => held >= 60 && missed.length === 0),
    figure: `${sum(({ held }) => held)} faults in ${reports.map(({ id, held }) => `${id} (${held})`).join(", ")}: ${failed} without a typed error or a right answer`,
    control: `${caught} of ${sum(({ controls }) => controls)} broken ones caught`,
  };
}

/** Outcomes of changed bits, in the order of the table. */
const OUTCOMES = ["right", "withheld", "trapped", "endless", "wrong"];

/** Adds outcomes up by call and kind of word. */
class Outcomes {
  #rows = new Map();

  add(call, kind, counts) {
    const key = `${call}: ${kind}`;
    const row = this.#rows.get(key) ?? Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
    for (const outcome of OUTCOMES) row[outcome] += counts[outcome];
    this.#rows.set(key, row);
  }

  /** Of an outcome; of all without one. */
  count(outcome, isControl = false) {
    const rows = [...this.#rows].filter(([key]) => key.startsWith("control") === isControl);
    const names = outcome ? [outcome] : OUTCOMES;
    return rows.reduce((sum, [, row]) => sum + names.reduce((all, name) => all + row[name], 0), 0);
  }

  /** The figure of a row. */
  report() {
    console.table(Object.fromEntries(this.#rows));
    const [withheld, trapped, endless] = ["withheld", "trapped", "endless"].map((outcome) => this.count(outcome));
    return {
      ok: this.count() > 0 && this.count("wrong") === 0 && withheld > 0 && this.count("wrong", true) > 0,
      figure: `${this.count()} bits changed: ${this.count("wrong")} wrong results released, ${withheld} withheld, ${trapped} traps, ${endless} calls without an end, ${this.count("right")} right results`,
      control: `${this.count("wrong", true)} wrong results of ${this.count(undefined, true)} changed bits found where nothing is verified`,
    };
  }
}

/** In WebAssembly: every bit of keys of 256 bits and of what is static; of keys of 1024 bits every bit but of digits. */
async function injected({ full }) {
  const script = join(HERE, "../assurance/fault-injection.mjs");
  const sizes = full
    ? [
        ...[1, 2, 4, 6, 8, 12].map((k) => ({
          bits: 128,
          k,
          shares: { static: k === 6 ? 1 : 0.01, small: 1, digits: 1 },
        })),
        { bits: 512, k: 6, shares: { static: 0.01, small: 1, digits: 0.02 } },
      ]
    : [{ bits: 128, k: 6, shares: { static: 0.001, small: 0.01, digits: 0.01 } }];
  const outcomes = new Outcomes();
  for (const { tier, engine } of RUNS) {
    const path = executable(ENGINES.find(({ id }) => id === engine));
    if (path === undefined) throw new Failure(`${engine} is missing: npm run setup installs it`);
    for (const call of ["pow", "privateKeyOp", "privateKeyOp, blind", "control"]) {
      // it need not be long to show something
      for (const size of call === "control"
        ? [{ ...sizes[0], shares: { static: 0, small: 0.02, digits: 0.02 } }]
        : sizes) {
        const options = JSON.stringify({ tier, call, ...size });
        const { code, text } = await run(path, [script, options], { quiet: true });
        if (code !== 0) throw new Failure(`no faults were injected: ${text}`);
        const { counts, wrong } = JSON.parse(text.trim().split("\n").at(-1));
        for (const [kind, count] of Object.entries(counts)) outcomes.add(call, `${kind}, ${tier}`, count);
        if (call !== "control") for (const place of wrong) console.log(tier, call, JSON.stringify(place));
      }
    }
  }
  return outcomes.report();
}

/** The same natively, of all that a key has on the heap. */
async function injectedNatively({ full }) {
  if (!supported) return elsewhere;
  await buildNative();
  const program = join(NATIVE, "faults");
  const { text: names } = await run(program, ["backends"], { quiet: true });
  const backends = names.trim().split("\n");
  const outcomes = new Outcomes();
  for (const backend of full ? backends : backends.slice(0, 2)) {
    for (const call of ["pow", "private_key_op", "private_key_op_blinded", "control"]) {
      for (const k of full && call !== "control" ? [1, 2, 4, 6, 8, 12] : [6]) {
        const share = call === "control" ? 211 : full ? (k === 6 ? 1 : 16) : 499;
        const { code, text } = await run(program, [call, backend, `${k}`, `${share}`], { quiet: true });
        if (code !== 0) throw new Failure(`no faults were injected: ${text}`);
        for (const [, kind, ...counts] of text.matchAll(
          /^(\w+) right (\d+) withheld (\d+) trapped (\d+) endless (\d+) wrong (\d+)$/gm,
        )) {
          const count = Object.fromEntries(OUTCOMES.map((outcome, i) => [outcome, Number(counts[i])]));
          outcomes.add(call, `${kind}, ${backend}`, count);
        }
        if (call !== "control") for (const [line] of text.matchAll(/^wrong.*$/gm)) console.log(backend, call, line);
      }
    }
  }
  return outcomes.report();
}

export const faults = [
  { name: "fault injection in engines", work: injectedInEngines },
  { name: "fault injection", work: injected },
  { name: "fault injection natively", work: injectedNatively },
];
