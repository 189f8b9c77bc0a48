// Races modexp against BigInt, JSBI and OpenSSL, and prints tables:  node bench/run.mjs --help
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { engineOf, executable, ENGINES as KNOWN } from "../scripts/lib/engines.mjs";
import { must } from "../scripts/lib/process.mjs";
import { runInBrowser } from "./src/browser.mjs";
import { bundleSuite } from "./src/bundle.mjs";
import { localHost } from "./src/host.mjs";
import { command, names, userPath } from "./src/options.mjs";
import { startPrograms } from "./src/programs.mjs";
import { CASES } from "./src/sizes.mjs";

/** The engines for --engine: those of the tests, without variants by a flag. */
const ENGINES = KNOWN.map(({ id }) => id).filter((id) => id !== "node" && !id.includes("-"));

const SECTIONS = ["products", "powMany", "shared", "phases", "sizes", "first"];

const HELP = `usage: node bench/run.mjs [options]

  --quick         in less than a minute, without 8192 bits
  --smoke         one call each: does everything run and agree
  --only A,B      only these parts: ${CASES.map(({ name }) => name).join(", ")},
                  ${SECTIONS.join(", ")}
                  (modulus/exponent in bits; 2048 means 2048/2048; e = 65537 has 17 bits)
  --tier T        relaxed, wide, simd or js; otherwise the one that the package chooses
  --engine A,B    in other engines: ${ENGINES.join(", ")}, or all
  --flag F        a flag for these engines, as --flag=--experimental-wasm-relaxed-simd; may be repeated
  --json FILE     also writes the reports there, an array with one for each engine
`;

/** Rounds of fresh processes. */
const FIRST_CALLS = { smoke: 1, quick: 7, full: 15 };

function parseOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean" },
      smoke: { type: "boolean" },
      only: { type: "string", default: "" },
      tier: { type: "string" },
      engine: { type: "string", default: "" },
      flag: { type: "string", multiple: true, default: [] },
      json: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  const only = names("--only", values.only.replace(/(?<![^,])(\d+)(?![^,])/g, "$1/$1"), [
    ...CASES.map(({ name }) => name),
    ...SECTIONS,
  ]);
  const engines = values.engine === "all" ? ENGINES : names("--engine", values.engine, ENGINES);
  const mode = values.smoke ? "smoke" : values.quick ? "quick" : "full";
  return {
    help: values.help,
    json: userPath(values.json),
    flags: values.flag,
    engines,
    suite: { mode, only, tier: values.tier },
  };
}

/** Calls `measure` with the programs of machine code, { openssl, addon }, while they run. */
async function withPrograms(measure) {
  const { programs, missing } = await startPrograms(["openssl", "addon"], { install: false });
  for (const { name, why } of missing) console.log(`${name} takes no part: ${why}`);
  try {
    return await measure(Object.fromEntries(programs.map((program) => [program.id, program])));
  } finally {
    for (const program of programs) program.close();
  }
}

async function runHere({ suite, flags }) {
  const { runSuite } = await import(await bundleSuite(suite.tier));
  const rounds = FIRST_CALLS[suite.mode];
  return withPrograms((programs) => runSuite(suite, localHost({ tier: suite.tier, rounds, flags, ...programs })));
}

/** Resolves to the report of another engine, or to undefined if it is not installed. */
async function runElsewhere(name, { suite, flags }) {
  const engine = engineOf(name);
  const path = executable(engine);
  if (path === undefined) {
    console.log(`${name} is not installed; \`npm run setup\` installs all but browsers, where the platform has them\n`);
    return undefined;
  }
  if (engine.browser) {
    await bundleSuite(suite.tier);
    const rounds = FIRST_CALLS[suite.mode];
    return withPrograms(({ openssl }) => runInBrowser(name, path, suite, { rounds, openssl }));
  }
  const folder = await mkdtemp(join(tmpdir(), "modexp-bench-"));
  try {
    const json = join(folder, "report.json");
    const args = ["--json", json, "--only", suite.only.join(",")];
    args.push(...flags.map((flag) => `--flag=${flag}`));
    if (suite.mode !== "full") args.push(`--${suite.mode}`);
    if (suite.tier !== undefined) args.push("--tier", suite.tier);
    // unlike a test, this runs from the workspace: Deno must find its packages
    const before = (engine.flags ?? []).filter((flag) => flag !== "--no-config");
    await must(path, [...before, ...flags, fileURLToPath(import.meta.url), ...args]);
    return JSON.parse(await readFile(json, "utf8"))[0];
  } finally {
    await rm(folder, { recursive: true });
  }
}

await command(async () => {
  const options = parseOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const reports = [];
  if (options.engines.length === 0) reports.push(await runHere(options));
  for (const name of options.engines) {
    const report = await runElsewhere(name, options);
    if (report !== undefined) reports.push(report);
  }
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(reports, null, 2)}\n`);
});
