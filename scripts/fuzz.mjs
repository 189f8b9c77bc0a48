// npm run fuzz: runs every target for some minutes: the Rust targets in cargo-fuzz on a nightly compiler, the JavaScript targets in
// vitest and, for the tier `wide`, in Bun.
// --minutes N, 5 by default, for each; --only pow,structured,…; --keep adds inputs with new paths to the committed corpus.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engines } from "./engines.mjs";
import { cargoTool } from "./lib/cargo.mjs";
import { engineOf, tiersHere } from "./lib/engines.mjs";
import { once, writeWhole } from "./lib/once.mjs";
import { list } from "./lib/options.mjs";
import { Failure, must, ROOT, run, TARGET } from "./lib/process.mjs";
import { scratch } from "./lib/scratch.mjs";
import { componentsStep } from "./setup.mjs";

const CORPUS = join(ROOT, "fuzz", "corpus");
const RUST = ["pow", "products", "fixed_base", "crt", "saved"];
const STRUCTURED = "structured";
const JS = "js";
const BUN = "bun";

const ALL = [...RUST, STRUCTURED, JS, BUN];

/** The maximum number of lines in the corpus of a target. */
const LARGEST = 200;

const FOLDER = join(TARGET, "fuzz");
const ENV = {
  RUSTUP_TOOLCHAIN: "nightly",
  CARGO_TARGET_DIR: FOLDER,
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
};
// all unsafe code here is assembly, which the sanitizers cannot see
const OPTIONS = ["--features", "fuzzer", "--sanitizer", "none"];

async function prepare() {
  await once(componentsStep("nightly"));
  await cargoTool("cargo-fuzz");
  await must("cargo", ["fuzz", "build", ...OPTIONS], { env: ENV, cwd: ROOT });
}

/** A folder with one file for each committed input, and the inputs that earlier runs found. */
function unpacked(target) {
  const folder = join(FOLDER, "corpus", target);
  mkdirSync(folder, { recursive: true });
  const lines = readFileSync(join(CORPUS, `${target}.txt`), "utf8")
    .trim()
    .split("\n");
  for (const [i, line] of lines.entries()) writeFileSync(join(folder, `committed-${i}`), Buffer.from(line, "hex"));
  return folder;
}

/** The shortest inputs that reach everything the folder reaches, as lines. */
async function keep(target, folder) {
  const least = scratch("least-inputs");
  await must("cargo", ["fuzz", "run", ...OPTIONS, target, least, folder, "--", "-merge=1"], { env: ENV, cwd: ROOT });
  const lines = readdirSync(least).map((file) => readFileSync(join(least, file)).toString("hex"));
  const shortest = lines.filter(Boolean).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  writeWhole(join(CORPUS, `${target}.txt`), `${shortest.slice(0, LARGEST).join("\n")}\n`);
}

async function fuzzRust(target, minutes) {
  const folder = unpacked(target);
  const limits = [
    `-max_total_time=${Math.round(60 * minutes)}`,
    "-max_len=600",
    "-print_final_stats=1",
    "-timeout=120",
    "-report_slow_units=120",
  ];
  const line = ["fuzz", "run", ...OPTIONS, target, folder, "--", ...limits];
  const { code, text } = await run("cargo", line, { env: ENV, cwd: ROOT, quiet: true });
  const count = Number(/number_of_executed_units:\s*(\d+)/.exec(text)?.[1] ?? 0);
  if (code !== 0) console.log(text.slice(-6000));
  console.log(`${count} inputs: fuzz, ${target}`);
  return { ok: code === 0 && count > 0, count };
}

/** A plain program runs every call on structured numbers, on all backends and on emulated wasm32, and reports each. */
async function fuzzStructured(minutes) {
  const seed = String(Date.now() % 2 ** 32);
  const line = ["run", "--release", "-p", "modexp-fuzz", "--example", STRUCTURED, "--", String(minutes), seed];
  const { code, text } = await run("cargo", line, { cwd: ROOT, quiet: true });
  const lines = [...text.matchAll(/^\w+: \d+ problems, (\d+) results, .*$/gm)];
  console.log(code === 0 ? lines.map(([each]) => each).join("\n") : text.slice(-6000));
  const count = lines.reduce((sum, [, results]) => sum + Number(results), 0);
  return { ok: code === 0 && count > 0, count };
}

/** Fuzzes every tier of this Node, the precompile and the command. */
async function fuzzJs(minutes) {
  const line = ["run", "test", "--silent", "--workspace", "modexp", "--", "test/fuzz.test.ts"];
  const { code, text } = await run("npm", line, { cwd: ROOT, env: { MODEXP_FUZZ_MINUTES: String(minutes) } });
  const counts = [...text.matchAll(/(\d+) inputs: fuzz, /g)].map(([, count]) => Number(count));
  return { ok: code === 0 && counts.length > 0, count: counts.reduce((sum, count) => sum + count, 0) };
}

/** Every call on structured numbers, on each tier of Bun, which has wide arithmetic. */
async function fuzzBun(minutes) {
  const few = { vectors: [], curves: [], corpus: ["00"], cases: 0, full: false, exhaustive: false };
  // the tiers share the time
  const { length } = tiersHere(engineOf(BUN));
  const wanted = { ...few, seed: Date.now() % 2 ** 32, seconds: (60 * minutes) / length };
  const { ok, tiers } = await engines({ only: [BUN], wanted });
  const counts = tiers.map(({ tier, sources }) => ({ tier, count: sources["every call"] ?? 0 }));
  for (const { tier, count } of counts) console.log(`${count} results: fuzz, every call on ${tier} in Bun`);
  return {
    ok: ok && counts.some(({ tier }) => tier === "wide"),
    count: counts.reduce((sum, each) => sum + each.count, 0),
  };
}

export async function fuzz(options = {}) {
  const minutes = Number(options.minutes ?? 5);
  const only = list(options.only, ALL, "target") ?? ALL;
  if (!(minutes > 0)) throw new Failure("--minutes must be a positive number");

  const rust = RUST.filter((name) => only.includes(name));
  if (rust.length > 0) await prepare();
  const results = [];
  for (const target of rust) results.push({ target, ...(await fuzzRust(target, minutes)) });
  if (only.includes(STRUCTURED)) results.push({ target: STRUCTURED, ...(await fuzzStructured(minutes)) });
  if (only.includes(JS)) results.push({ target: JS, ...(await fuzzJs(minutes)) });
  if (only.includes(BUN)) results.push({ target: BUN, ...(await fuzzBun(minutes)) });
  if (options.keep) for (const target of rust) await keep(target, join(FOLDER, "corpus", target));
  const failed = results.filter(({ ok }) => !ok).length;
  console.log(`fuzz: ${results.length - failed} passed, ${failed} failed`);
  return { passed: results.length - failed, failed, ok: failed === 0, results };
}
