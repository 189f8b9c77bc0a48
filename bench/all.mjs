// Measures everything in one run and writes a report:  node bench/all.mjs --help
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import cliProgress from "cli-progress";
import { EFFORT, measureAll } from "./all/measure.mjs";
import { renewReadmes } from "./all/readme.mjs";
import { compare, folderOf, makeRecord, toText } from "./all/record.mjs";
import { writeReport } from "./all/report.mjs";
import { CASES, chosen, GROUPS } from "./src/cases.mjs";
import { command, names, userPath } from "./src/options.mjs";
import { PROGRAM_IDS, programsOf, startPrograms } from "./src/programs.mjs";

const HELP = `usage: npm run bench:all -- [options]

Without --quick, --medium or --smoke about an hour.

  --quick          about two minutes: Node 24 and native, the most usual sizes
  --medium         less than eight minutes: Node 20 and Bun too, all but the longest powers
  --smoke          one call each: does everything run and agree
  --only A,B       only these groups or cases: ${GROUPS.join(", ")},
                   ${CASES.map(({ name }) => `"${name}"`)
                     .slice(0, 3)
                     .join(", ")}, …
  --programs A,B   only these: ${PROGRAM_IDS.join(", ")}
  --baseline FILE  also shows what moved since that record
  --out FOLDER     where record.json, report.md, report.html and charts go; bench/dist/report if not given
  --render FILE    measures nothing: makes the report of that record
  --record         also puts the record and its report into bench/record, in place of the last of such a CPU, and renews
                   the tables of the READMEs
`;

/** The exponents in the report's table of windows: from 16 bits to 16384, three for each doubling. */
const PLAN_BITS = Array.from({ length: 31 }, (_, i) => Math.round(16 * 2 ** (i / 3)));

function parseOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean" },
      medium: { type: "boolean" },
      smoke: { type: "boolean" },
      only: { type: "string", default: "" },
      programs: { type: "string", default: "" },
      baseline: { type: "string" },
      out: { type: "string", default: fileURLToPath(new URL("dist/report", import.meta.url)) },
      render: { type: "string" },
      record: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const mode = ["smoke", "quick", "medium"].find((each) => values[each]) ?? "full";
  const only = names("--only", values.only, [...GROUPS, ...CASES.map(({ name }) => name)]);
  const programs = names("--programs", values.programs || programsOf(mode).join(), PROGRAM_IDS);
  const [baseline, out, render] = [values.baseline, values.out, values.render].map(userPath);
  return { help: values.help, record: values.record, baseline, out, render, mode, only, programs };
}

/** The command of this measurement, without the report's folder. */
function commandOf({ mode, only, programs }) {
  const usual = programsOf(mode);
  return [
    "npm run bench:all --",
    ...(mode === "full" ? [] : [`--${mode}`]),
    ...(only.length === 0 ? [] : ["--only", JSON.stringify(only.join(","))]),
    ...(programs.join() === usual.join() ? [] : ["--programs", programs.join()]),
  ]
    .join(" ")
    .replace(/ --$/, "");
}

async function measure(options) {
  const { mode, only, programs: ids } = options;
  const say = (name) => console.log(`preparing: ${name}`);
  const { programs, missing } = await startPrograms(ids, { say, install: mode !== "smoke" });
  const native = programs.find(({ name }) => name === "native");
  if (native) missing.push(...JSON.parse(await native.ask("missing")));
  for (const { name, why } of missing) console.log(`not installed: ${name} (${why})`);
  const bar = new cliProgress.SingleBar(
    { format: "{bar} {percentage} %, {eta_formatted} left, {name}", noTTYOutput: true, notTTYSchedule: 10_000, fps: 2 },
    cliProgress.Presets.shades_classic,
  );
  const plans = native && JSON.parse(await native.ask(`plans ${PLAN_BITS.join(" ")}`));
  bar.start(1000, 0, { name: "" });
  try {
    const rows = await measureAll(chosen(mode, only), programs, EFFORT[mode], (name, share) =>
      bar.update(Math.round(1000 * share), { name }),
    );
    const clockGhz = native && Number(Number(await native.ask("clock")).toFixed(2));
    return makeRecord({ command: commandOf(options), mode, programs, missing, clockGhz, plans, rows });
  } finally {
    bar.stop();
    for (const program of programs) program.close();
  }
}

await command(async () => {
  const options = parseOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const read = (path) => JSON.parse(readFileSync(path, "utf8"));
  const record = options.render === undefined ? await measure(options) : read(options.render);
  const moved = options.baseline && compare(read(options.baseline), record);
  if (options.record) rmSync(folderOf(record), { recursive: true, force: true });
  for (const folder of [options.out, ...(options.record ? [folderOf(record)] : [])]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/record.json`, toText(record));
    for (const path of await writeReport(record, folder, moved)) console.log(path);
  }
  if (options.record) renewReadmes();
});
