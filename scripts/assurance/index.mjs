// npm run assurance: each figure of reliability and security with the control that shows that its check can fail.
// Short by default; --full runs for hours; --only NAME,… runs some; --record writes the table beside the crate's sources.

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { Failure, output, ROOT, seconds } from "../lib/process.mjs";
import { constantTime } from "./constant-time.mjs";
import { drills } from "./drills.mjs";
import { faults } from "./faults.mjs";
import { limits } from "./limits.mjs";
import { supply } from "./supply.mjs";
import { tests } from "./tests.mjs";
import { timing } from "./timing.mjs";
import { wasmSecrets } from "./wasm-secrets.mjs";
import { wildCalls } from "./wild.mjs";

const RECORD = join(ROOT, "crates/modexp-assurance/record.md");

/**
 * A figure: `work` gets `{ full }` and resolves to `{ ok, figure, control }`, the last two as sentences without a stop. What
 * cannot be checked where this runs has `ok: undefined`, which is neither a success nor a failure.
 * Those with `onlyFull` are left out of short runs.
 */
const FIGURES = [
  ...constantTime,
  ...wasmSecrets,
  ...drills,
  ...faults,
  ...wildCalls,
  ...limits,
  ...timing,
  ...supply,
  ...tests,
];

/** Runs the figures one after the other, prints the table, and resolves to how many held and how many did not. */
export async function assurance(args = []) {
  const only = args.includes("--only") ? args[args.indexOf("--only") + 1]?.split(",") : undefined;
  const full = args.includes("--full");
  const unknown = (only ?? []).filter((name) => !FIGURES.some((figure) => figure.name === name));
  if (unknown.length > 0) {
    throw new Failure(`no figure ${unknown.join(", ")}; there are: ${FIGURES.map(({ name }) => name).join(", ")}`);
  }

  const rows = [];
  for (const { name, onlyFull, work } of FIGURES) {
    if (!(only?.includes(name) ?? (full || !onlyFull))) continue;
    console.log(`\n── ${name} ──`);
    const start = Date.now();
    const { ok, figure, control } = await work({ full }).catch(unready);
    rows.push([
      ok === undefined ? "not run" : ok ? "holds" : "FAILS",
      name,
      figure,
      control,
      seconds(Date.now() - start),
    ]);
  }

  const table = [["", "what", "figure", "control", "time"], ["-", "-", "-", "-", "-"], ...rows];
  const text = table.map((row) => `| ${row.join(" | ")} |`).join("\n");
  console.log(`\n${text}\n`);
  if (args.includes("--record")) writeFileSync(RECORD, record(text, args));
  const failed = rows.filter(([verdict]) => verdict === "FAILS").length;
  const passed = rows.filter(([verdict]) => verdict === "holds").length;
  return { passed, failed, ok: failed === 0 };
}

/** A figure whose tools are missing does not hold; its message says what to install. */
function unready(error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  return { ok: false, figure: error.message.split("\n")[0], control: "none" };
}

function record(table, args) {
  const command = ["npm run assurance", ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
  const commit = output("git", ["rev-parse", "--short", "HEAD"]) ?? "a tree without git";
  return `# The last recorded run

\`${command}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus()[0].model}, ${cpus().length} cores.

${table}
`;
}
