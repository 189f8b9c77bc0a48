// Races modexp against BigInt, JSBI and OpenSSL, and prints tables:  node bench/run.mjs --help
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runInBrowser } from "./src/browser.mjs";
import { bundleSuite } from "./src/bundle.mjs";
import { ENGINES, isBrowser, locate, runIn } from "./src/engines.mjs";
import { localHost } from "./src/host.mjs";
import { CASES } from "./src/inputs.mjs";
import { startOpenssl } from "./src/openssl.mjs";
import { userPath } from "./src/paths.mjs";

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
  const list = (text) => text.split(",").filter((each) => each !== "");
  const only = list(values.only).map((part) => (/^\d+$/.test(part) ? `${part}/${part}` : part));
  const engines = values.engine === "all" ? ENGINES : list(values.engine);
  rejectUnknown("--only", only, [...CASES.map(({ name }) => name), ...SECTIONS]);
  rejectUnknown("--engine", engines, ENGINES);
  const mode = values.smoke ? "smoke" : values.quick ? "quick" : "full";
  return {
    help: values.help,
    json: values.json && userPath(values.json),
    flags: values.flag,
    engines,
    suite: { mode, only, tier: values.tier },
  };
}

function rejectUnknown(option, given, known) {
  const unknown = given.find((each) => !known.includes(each));
  if (unknown !== undefined) throw new RangeError(`${option} takes ${known.join(", ")}, got ${unknown}`);
}

/** Calls `measure` while the native program runs. */
async function withOpenssl(measure) {
  const { openssl, missing } = await startOpenssl();
  if (missing !== undefined) console.log(`OpenSSL takes no part: ${missing}`);
  try {
    return await measure(openssl);
  } finally {
    openssl?.close();
  }
}

async function runHere({ suite, flags }) {
  const { runSuite } = await import(await bundleSuite(suite.tier));
  const rounds = FIRST_CALLS[suite.mode];
  return withOpenssl((openssl) => runSuite(suite, localHost({ tier: suite.tier, rounds, flags, openssl })));
}

/** Resolves to the report of another engine, or to undefined if it is not installed. */
async function runElsewhere(name, { suite, flags }) {
  const path = locate(name);
  if (path === undefined) {
    console.log(`${name} is not installed; \`npm run setup\` installs all but browsers, where the platform has them\n`);
    return undefined;
  }
  if (isBrowser(name)) {
    await bundleSuite(suite.tier);
    const rounds = FIRST_CALLS[suite.mode];
    return withOpenssl((openssl) => runInBrowser(name, path, suite, { rounds, openssl }));
  }
  const folder = await mkdtemp(join(tmpdir(), "modexp-bench-"));
  try {
    const json = join(folder, "report.json");
    const args = ["--json", json, "--only", suite.only.join(",")];
    args.push(...flags.map((flag) => `--flag=${flag}`));
    if (suite.mode !== "full") args.push(`--${suite.mode}`);
    if (suite.tier !== undefined) args.push("--tier", suite.tier);
    const code = await runIn(name, path, flags, fileURLToPath(import.meta.url), args);
    if (code !== 0) throw new Error(`the benchmark failed in ${name}`);
    return JSON.parse(await readFile(json, "utf8"))[0];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function main() {
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
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
