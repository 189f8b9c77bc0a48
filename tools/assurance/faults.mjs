// Fault injection: if something breaks in an engine, calls give a typed error or the right answer; if a bit of a key changes
// in memory, no wrong result is released.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { engineOf, executable, isExpected, lastLine, reported, runBundle } from "../../scripts/lib/engines.mjs";
import { Failure, ROOT, run } from "../../scripts/lib/process.mjs";
import { scratch } from "../../scripts/lib/scratch.mjs";
import { buildNative, elsewhere, NATIVE, supported } from "./constant-time.mjs";
import { RUNS } from "./memory-secrets.mjs";

const DIST = join(ROOT, "packages/modexp-js/dist");

const SHORT = ["node24", "bun", "chromium"];
const FULL = ["node20", "node22", "node24", "node26", "deno", "bun", "chromium", "firefox"];

/** The report of the bundle `suite` in an engine, or undefined if the machine lacks the engine. */
export async function inEngine(id, suite, data) {
  const engine = engineOf(id);
  if (executable(engine) === undefined) {
    if (isExpected(engine)) throw new Failure(`${engine.name} is expected but not here`);
    console.log(`${engine.name}: not here`);
    return undefined;
  }
  const bundle = join(DIST, "test", `${suite}.mjs`);
  const file = join(scratch(suite), "data.json");
  writeFileSync(file, JSON.stringify({ ...data, dist: engine.browser ? "/dist/" : `${DIST}/` }));
  const { code, text } = await runBundle(engine, bundle, file, 3_600_000);
  if (code !== 0) throw new Failure(`${engine.name}: ${text.trim().slice(-2000)}`);
  return lastLine(text);
}

async function injectedInEngines({ full }) {
  const reports = [];
  for (const id of full ? FULL : SHORT) {
    const report = await inEngine(id, engineOf(id).browser ? "fault-injection" : "fault-injection.node", { full });
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

/** Outcomes of injected faults, in the order of the table. */
const OUTCOMES = ["right", "withheld", "trapped", "endless", "wrong"];

/** Adds up outcomes by call, backend and kind of word. */
class Outcomes {
  #rows = [];

  add(call, backend, kind, counts) {
    let row = this.#rows.find((each) => each.call === call && each.backend === backend && each.kind === kind);
    if (row === undefined) {
      row = { call, backend, kind, ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) };
      this.#rows.push(row);
    }
    for (const outcome of OUTCOMES) row[outcome] += counts[outcome];
  }

  /** The number of results with these outcomes in the rows that are `wanted`. */
  #count(outcomes, wanted) {
    const rows = this.#rows.filter(wanted);
    return rows.reduce((sum, row) => sum + outcomes.reduce((all, outcome) => all + row[outcome], 0), 0);
  }

  /** The figure of all rows. */
  report() {
    console.table(this.#rows);
    const tried = ({ call }) => !isControl(call);
    const [right, withheld, trapped, endless, wrong] = OUTCOMES.map((outcome) => this.#count([outcome], tried));
    const backends = [...new Set(this.#rows.map(({ backend }) => backend))];
    const each = backends.map(
      (name) => `${name} ${this.#count(OUTCOMES, (row) => tried(row) && row.backend === name)}`,
    );
    const [found, planted] = [["wrong"], OUTCOMES].map((of) => this.#count(of, (row) => !tried(row)));
    return {
      ok: right > 0 && wrong === 0 && withheld > 0 && found > 0,
      figure: `bits changed: ${each.join(", ")}: ${wrong} wrong results released, ${withheld} withheld, ${trapped} traps, ${endless} calls without an end, ${right} right results`,
      control: `${found} wrong results of ${planted} changed bits found where nothing is verified`,
    };
  }
}

/** The number of changed bits of each kind of word; undefined uses the counts below. */
const FLIPS = process.env.MODEXP_FLIPS ? Number(process.env.MODEXP_FLIPS) : undefined;
const FEW = 100;
const EVERY = Number.MAX_SAFE_INTEGER;

/** Keys have primes that are 1 modulo 2^k, and not modulo 2^(k + 1). */
const valuations = (full) => (full ? [1, 2, 4, 6, 8, 12] : [1, 6, 12]);

/** A control is short: few faults show that wrong results are found. */
const isControl = (call) => call === "control";

/** The keys of a run in WebAssembly, and the number of changed bits of each kind of word. */
function keysFor(call, full) {
  const most = (counts) => ({
    most: Object.fromEntries(["static", "small", "digits"].map((kind) => [kind, FLIPS ?? counts[kind] ?? EVERY])),
  });
  if (isControl(call)) return [{ bits: 128, k: 6, most: { static: 0, small: FEW, digits: FEW } }];
  if (!full) return valuations(full).map((k) => ({ bits: 128, k, ...most({ static: FEW, small: FEW, digits: FEW }) }));
  return [
    ...valuations(full).map((k) => ({ bits: 128, k, ...most(k === 6 ? {} : { static: 10_000 }) })),
    { bits: 512, k: 6, ...most({ static: 10_000, digits: 10_000 }) },
  ];
}

/**
 * In WebAssembly: a sample of bits. With `full`: every bit of keys of 256 bits and of static data; of keys of 1024 bits,
 * every bit except in digits.
 */
async function injected({ full }) {
  const script = join(ROOT, "tools/assurance/fault-injection.mjs");
  const outcomes = new Outcomes();
  for (const { tier, engine } of RUNS) {
    for (const call of ["pow", "privateKeyOp", "privateKeyOp, blind", "control"]) {
      for (const key of keysFor(call, full)) {
        const given = [script, JSON.stringify({ tier, call, ...key })];
        const { counts, wrong, key: numbers } = await reported(engine, given);
        for (const [kind, count] of Object.entries(counts)) outcomes.add(call, tier, kind, count);
        if (isControl(call)) continue;
        if (wrong.length > 0) console.log(tier, call, JSON.stringify(numbers));
        for (const place of wrong) console.log(tier, call, JSON.stringify(place));
      }
    }
  }
  return outcomes.report();
}

/** Natively, keys with numbers that were damaged before the key was made: every bit, or every `SPARSE`-th, on every backend. */
async function damagedKeys({ full }) {
  if (!supported) return elsewhere;
  await buildNative({ full });
  const outcomes = new Outcomes();
  for (const backend of await backendsHere()) {
    for (const call of ["private_key_op", "private_key_op_blinded", "pow with the modulus", "control"]) {
      for (const k of isControl(call) ? [6] : valuations(full)) {
        const given = [call, backend, `${k}`, `${full ? 1 : SPARSE}`];
        countLines(outcomes, call, backend, await run(join(NATIVE, "damaged-keys"), given, { quiet: true }));
      }
    }
  }
  return outcomes.report();
}

const SPARSE = 16;

/** Adds the counts in a program's output, and shows the wrong results. */
function countLines(outcomes, call, backend, { code, text }) {
  if (code !== 0) throw new Failure(`no faults were injected: ${text}`);
  const lines = /^(\w+) right (\d+) withheld (\d+) trapped (\d+) endless (\d+) wrong (\d+)$/gm;
  for (const [, kind, ...counts] of text.matchAll(lines)) {
    const count = Object.fromEntries(OUTCOMES.map((outcome, i) => [outcome, Number(counts[i])]));
    outcomes.add(call, backend, kind, count);
  }
  if (!isControl(call)) for (const [line] of text.matchAll(/^wrong.*$/gm)) console.log(backend, call, line);
}

/** The native backends of this machine. */
async function backendsHere() {
  const { text } = await run(join(NATIVE, "faults"), ["backends"], { quiet: true });
  return text.trim().split("\n");
}

/** Natively: all of a key's memory on the heap. */
async function injectedNatively({ full }) {
  if (!supported) return elsewhere;
  await buildNative({ full });
  const program = join(NATIVE, "faults");
  const backends = await backendsHere();
  const outcomes = new Outcomes();
  for (const backend of full || FLIPS !== undefined ? backends : backends.slice(0, 2)) {
    for (const call of ["pow", "private_key_op", "private_key_op_blinded", "control"]) {
      for (const k of isControl(call) ? [6] : valuations(full)) {
        const most = isControl(call) ? FEW : (FLIPS ?? (full ? EVERY : FEW));
        countLines(outcomes, call, backend, await run(program, [call, backend, `${k}`, `${most}`], { quiet: true }));
      }
    }
  }
  return outcomes.report();
}

export const faults = [
  { name: "fault injection in engines", work: injectedInEngines },
  { name: "fault injection", work: injected },
  { name: "fault injection natively", work: injectedNatively },
  { name: "damaged keys natively", work: damagedKeys },
];
