// npm run assurance: each figure of reliability and security, with a control that shows that its check can fail. Short
// by default; --full runs for hours; --only NAME,… runs some; --record puts each into the committed table.

import { join } from "node:path";
import { list } from "../../scripts/lib/options.mjs";
import { Failure, ROOT, read, seconds } from "../../scripts/lib/process.mjs";
import { apiFuzzing } from "./api-fuzzing.mjs";
import { constantTime } from "./constant-time.mjs";
import { faults } from "./faults.mjs";
import { limits } from "./limits.mjs";
import { memorySecrets } from "./memory-secrets.mjs";
import { record, recordedNames, stamp, table } from "./record.mjs";
import { supply } from "./supply.mjs";
import { tests } from "./tests.mjs";
import { timing } from "./timing.mjs";
import { wasmSecrets } from "./wasm-secrets.mjs";

/**
 * A figure: `work` gets `{ full }` and resolves to `{ ok, figure, control }`, the last two as sentences without a full stop.
 * A figure that this machine cannot check has `ok: undefined`, neither a success nor a failure. Short runs leave out figures
 * with `onlyFull`. Nothing runs at the same time as a figure that is `alone`.
 */
const FIGURES = [
  ...constantTime,
  ...wasmSecrets,
  ...memorySecrets,
  ...faults,
  ...apiFuzzing,
  ...limits,
  ...timing,
  ...supply,
  ...tests,
];

/** Figures that SECURITY.md explains by a pattern of their names. */
const BY_PATTERN = /^(times at|times of|advisories on) /;

/** Throws unless SECURITY.md explains each figure, and each recorded figure exists. */
function agree(names) {
  const text = read(join(ROOT, "SECURITY.md"));
  const unexplained = names.filter((name) => !BY_PATTERN.test(name) && !text.includes(`\`${name}\``));
  const unknown = recordedNames().filter((name) => !names.includes(name));
  if (unexplained.length > 0) throw new Failure(`SECURITY.md does not explain: ${unexplained.join(", ")}`);
  if (unknown.length > 0) throw new Failure(`the record has figures that do not exist: ${unknown.join(", ")}`);
}

/**
 * Runs the figures, prints the table, and resolves to the counts of figures that held and that failed. Short runs have two at
 * a time; figures that measure times come last, each `alone`.
 */
export async function assurance({ full = false, only, except = [], record: recorded = false } = {}) {
  const names = FIGURES.map(({ name }) => name);
  const wanted = list(only, names, "figure");
  agree(names);
  const chosen = FIGURES.filter(
    ({ name, onlyFull = false }) => (wanted?.includes(name) ?? (full || !onlyFull)) && !except.includes(name),
  );

  const found = new Map();
  const each = async ({ name, onlyFull = false, work }) => {
    console.log(`\n── ${name} ──`);
    const start = Date.now();
    const of = stamp(full || onlyFull);
    const { ok, figure, control } = await work({ full }).catch(unready);
    const verdict = ok === undefined ? "not run" : ok ? "holds" : "FAILS";
    found.set(name, [verdict, name, figure, control, seconds(Date.now() - start), of]);
    if (recorded) record(found.get(name), names);
  };
  const queue = chosen.filter(({ alone }) => !alone);
  const worker = async () => {
    for (let figure = queue.shift(); figure !== undefined; figure = queue.shift()) await each(figure);
  };
  await Promise.all(full ? [worker()] : [worker(), worker()]);
  for (const figure of chosen.filter(({ alone }) => alone)) await each(figure);
  const rows = chosen.map(({ name }) => found.get(name));

  console.log(`\n${table(rows)}\n`);
  const count = (verdict) => rows.filter((cells) => cells[0] === verdict).length;
  const [passed, failed] = [count("holds"), count("FAILS")];
  const failures = rows.filter(([verdict]) => verdict === "FAILS").map(([, name, figure]) => `${name}: ${figure}`);
  return { passed, failed, ok: failed === 0, failures };
}

/** A figure with missing tools does not hold; its message says what to install. */
function unready(error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  return { ok: false, figure: error.message.split("\n")[0], control: "none" };
}
