// All checks before a change goes in. Continuous integration and `npm test` run them.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { gzipSync } from "node:zlib";
import { nativeBuild, supported } from "../tools/assurance/constant-time.mjs";
import { assurance } from "../tools/assurance/index.mjs";
import { arm } from "./arm.mjs";
import { buildAddon, FILES, TIERS, tierEnv } from "./build.mjs";
import { docs } from "./docs.mjs";
import { engines } from "./engines.mjs";
import { list } from "./lib/options.mjs";
import { output, ROOT, run, seconds, TARGET } from "./lib/process.mjs";
import { MSRV_TOOLCHAIN } from "./setup.mjs";

const packages = (...names) => names.flatMap((name) => ["-p", `modexp-${name}`]);
const CORE = packages("limbs", "group", "kernels", "fields", "core", "curves", "historical");
const WASM_CRATE = [...packages("wasm", "wasm-module"), "--target", "wasm32-unknown-unknown"];
/**
 * All crates, with their default features except the benchmark's `peers`, large libraries that only `cargo bench` builds, and with
 * conversions from and to other libraries. The commands name the same features, so cargo compiles each crate once.
 */
const FEATURES = [
  ...["kernels", "fields", "core", "curves", "historical", "wasm"].map((name) => `modexp-${name}/default`),
  ...["modexp-core/num-bigint", "modexp-core/crypto-bigint"],
];
const ALL = ["--workspace", "--no-default-features", "--features", FEATURES.join(",")];
const FIXTURES = ["npm", "test", "--silent", "--prefix", "packages/modexp-js/fixtures"];
/** Groups that run at the same time as the rest, which compiles. After the rest, two of their steps run at a time: two cores stay busy. */
const BESIDE = ["js", "fixtures", "engines"];
/** Measures times: it runs alone. */
const ALONE = "assurance";
/** Figures that `cargo test` has already checked. */
const TESTED = ["bounds", "the fuzzer's corpus"];
const STRICT = ["--", "-D", "warnings"];

const KIB = 1024;
// guards against growth; the aim is 60 KiB, 30 gzipped
const LIMITS = {
  "modexp-relaxed.wasm": { bytes: 140.5 * KIB, gzipped: 64 * KIB },
  "modexp-relaxed-wide.wasm": { bytes: 149.5 * KIB, gzipped: 65.4 * KIB },
  "modexp-wide.wasm": { bytes: 126.5 * KIB, gzipped: 56.5 * KIB },
  "modexp-simd.wasm": { bytes: 142.7 * KIB, gzipped: 63.1 * KIB },
  "modexp-curves-wide.wasm": { bytes: 219.5 * KIB, gzipped: 87.5 * KIB },
  "modexp-curves-simd.wasm": { bytes: 210.4 * KIB, gzipped: 87.6 * KIB },
  "modexp-binary-curves-simd.wasm": { bytes: 210.6 * KIB, gzipped: 86 * KIB },
  "modexp-pairings-relaxed.wasm": { bytes: 583.5 * KIB, gzipped: 203.2 * KIB },
  "modexp-pairings-wide.wasm": { bytes: 390 * KIB, gzipped: 145.7 * KIB },
  "modexp-historical-pairings-wide.wasm": { bytes: 655.8 * KIB, gzipped: 222.8 * KIB },
  "modexp-historical-pairings-simd.wasm": { bytes: 679.8 * KIB, gzipped: 236.2 * KIB },
};

/**
 * A step that runs a command, after `before`. It has the test counts that the runner prints; without counts it is one check.
 */
function command(name, group, line, { before, ...options } = {}) {
  const [program, ...args] = line;
  const work = async ({ quiet }) => {
    await before?.();
    const { code, text } = await run(program, args, { ...options, quiet });
    return { ...count(text), ok: code === 0, text, failures: code === 0 ? [] : failedNames(text) };
  };
  return { name, group, work };
}

/** The last lines of `cargo test`, vitest and `node --test`, and the counts in them. */
const ENDS = [
  { line: /^test result: .*$/gm, passed: /(\d+) passed/, failed: /(\d+) failed/ },
  { line: /^ +Tests {2}.*$/gm, passed: /(\d+) passed/, failed: /(\d+) failed/ },
  { line: /^(?:#|ℹ) pass \d+\n(?:#|ℹ) fail \d+$/gm, passed: /pass (\d+)/, failed: /fail (\d+)/ },
];

/** The number of tests that ran. The exit code is the same for no tests and for a thousand. */
function count(text) {
  const total = { passed: 0, failed: 0 };
  for (const { line, passed, failed } of ENDS) {
    for (const [end] of stripVTControlCharacters(text).matchAll(line)) {
      total.passed += Number(passed.exec(end)?.[1] ?? 0);
      total.failed += Number(failed.exec(end)?.[1] ?? 0);
    }
  }
  return total;
}

/** The lines of `cargo test`, vitest and `node --test` that name a failure. */
const FAILURES = /^(?:test (.*) \.\.\. FAILED| FAIL {2}(.*)|not ok \d+ - (.*)|✖ (?!failing tests)(.*))$/gm;

/** The names of the failed tests for the summary, without repetition. */
function failedNames(text) {
  const names = [...stripVTControlCharacters(text).matchAll(FAILURES)].map((found) => found.slice(1).find(Boolean));
  return [...new Set(names)];
}

function wasmSizes() {
  let passed = 0;
  let failed = 0;
  for (const { name } of FILES) {
    const bytes = readFileSync(join(ROOT, "packages/modexp-js/wasm", name));
    const gzipped = gzipSync(bytes, { level: 9 }).length;
    const limit = LIMITS[name];
    const small = bytes.length <= limit.bytes && gzipped <= limit.gzipped;
    console.log(
      `${name}: ${bytes.length} bytes (at most ${limit.bytes}), ${gzipped} gzipped (at most ${limit.gzipped})`,
    );
    if (small) passed++;
    else failed++;
  }
  return { passed, failed, ok: failed === 0 };
}

/** Each crate depends exactly on the crates of this repository that docs/architecture.md names. */
function crateArrows() {
  const text = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const arrows = [...text.matchAll(/^(modexp-[\w-]+) +→ (.+)$/gm)].map(([, from, to]) => [
    from,
    to.replace("nothing", ""),
  ]);
  const { packages } = JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1", "--locked"]));
  const crates = packages.filter(({ manifest_path }) => dirname(dirname(manifest_path)) === join(ROOT, "crates"));
  const own = ({ name, kind }) => kind !== "dev" && crates.some((crate) => crate.name === name);
  const found = crates.map(({ name, dependencies }) => [name, dependencies.filter(own).map((to) => to.name)]);

  const lines = (arrows) => arrows.map(([from, to]) => `${from} → ${to.toSorted().join(", ")}`).toSorted();
  const expected = lines(arrows.map(([from, to]) => [from, to.split(", ").filter(Boolean)]));
  const wrong = lines(found).filter((line) => !expected.includes(line));
  for (const line of wrong) console.log(`not in docs/architecture.md: ${line}`);
  const ok = wrong.length === 0 && expected.length === found.length;
  return { passed: found.length - wrong.length, failed: ok ? 0 : Math.max(wrong.length, 1), ok };
}

function steps() {
  const list = [
    command("rustfmt", "lint", ["cargo", "fmt", "--all", "--check"]),
    command("clippy", "lint", ["cargo", "clippy", ...ALL, "--all-targets", "--locked", ...STRICT]),
    ...Object.keys(TIERS).map((tier) =>
      command(`clippy wasm32 ${tier}`, "lint", ["cargo", "clippy", ...WASM_CRATE, "--locked", ...STRICT], {
        env: tierEnv(tier),
      }),
    ),
    command("clippy without std", "lint", ["cargo", "clippy", ...CORE, "--no-default-features", ...STRICT]),
    command("cargo doc", "lint", ["cargo", "doc", ...ALL, "--no-deps", "--locked"], {
      env: { RUSTDOCFLAGS: "-D warnings" },
    }),
    command(
      `Rust ${MSRV_TOOLCHAIN} builds it`,
      "msrv",
      ["rustup", "run", MSRV_TOOLCHAIN, "cargo", "check", ...CORE, "--all-features", "--locked"],
      { env: { CARGO_TARGET_DIR: join(TARGET, "msrv") } },
    ),
    command("biome", "lint", ["biome", "ci", "."]),
    command("types", "lint", ["npm", "run", "types", "--silent", "--workspace", "modexp"]),
    { name: "pages of the API", group: "lint", work: docs },
    { name: "arrows between crates", group: "lint", work: crateArrows },
    { name: "sizes of the .wasm files", group: "lint", work: wasmSizes },
    command("cargo test", "rust", ["cargo", "test", ...ALL, "--locked", "--no-fail-fast"]),
    command("proofs of modules", "rust", [
      ...["cargo", "test", ...ALL, "--locked", "--test", "modules"],
      ...["--", "--ignored", "--nocapture"],
    ]),
    // no other target may get these options: the test runner refuses the first
    command("native benchmark runs", "rust", [
      ...["cargo", "bench", ...ALL, "--profile", "test", "--locked", "--", "--quick", "--test", "512/512"],
    ]),
    command("vitest", "js", ["npm", "test", "--silent", "--workspace", "modexp"], { before: buildAddon }),
  ];
  for (const folder of ["bench", "web-demo"]) {
    const path = join(ROOT, folder, "package.json");
    if (!existsSync(path)) continue;
    const { scripts = {} } = JSON.parse(readFileSync(path, "utf8"));
    for (const script of ["types", "test"]) {
      if (script in scripts) {
        list.push(command(`${folder} ${script}`, "js", ["npm", "run", script, "--silent", "--workspace", folder]));
      }
    }
  }
  list.push(command("scripts test", "js", [process.execPath, "--test"], { cwd: join(ROOT, "scripts") }));
  list.push({ name: "64-bit ARM, emulated", group: "arm", work: (options) => arm(count, options) });
  list.push(command("packed, installed, run", "fixtures", FIXTURES, { before: buildAddon }));
  // one core builds it for minutes: not while nothing else runs
  if (supported) {
    const { line, env } = nativeBuild();
    list.push(command("assurance builds", "js", line, { env }));
  }
  list.push({ name: "assurance", group: "assurance", work: () => assurance({ except: TESTED }) });
  list.push({
    name: "engines",
    group: "engines",
    // vitest already ran on this Node
    work: async () => {
      return engines({ short: true, except: ["node", `node${process.versions.node.split(".")[0]}`] });
    },
  });
  return list;
}

/** The steps that `--only lint,rust` and `--skip engines` leave. */
function chosen(options) {
  const all = steps();
  const groups = [...new Set(all.map((step) => step.group))];
  const only = list(options.only, groups, "group") ?? groups;
  const skip = list(options.skip, groups, "group") ?? [];
  return all.filter(({ group }) => only.includes(group) && !skip.includes(group));
}

/** Takes steps from the queue until it is empty. With `quiet`, each prints its output when it ends: queues share the screen. */
async function runAll(queue, results, quiet) {
  while (queue.length > 0) {
    const step = queue.shift();
    const header = `\n── ${step.name} ──`;
    if (!quiet) console.log(header);
    const start = Date.now();
    const { passed, failed, ok, text, failures = [] } = await step.work({ quiet });
    if (quiet) console.log(text === undefined ? header : `${header}\n${text}`);
    results.set(step, { ok, passed, failed, failures, ms: Date.now() - start });
  }
}

/** Runs all steps, even if one fails. The last line sums up the tests. */
export async function check(options = {}) {
  const all = chosen(options);
  const alone = all.filter(({ group }) => group === ALONE);
  const beside = all.filter(({ group }) => BESIDE.includes(group));
  const rest = all.filter((step) => !alone.includes(step) && !beside.includes(step));
  const results = new Map();
  const quiet = beside.length > 0 && rest.length > 0;
  const take = (queue) => runAll(queue, results, quiet);
  // steps of `rest` would wait for each other: cargo locks its folder
  if (quiet) await Promise.all([take(rest).then(() => take(beside)), take(beside)]);
  else await take([...rest, ...beside]);
  await runAll(alone, results, false);

  console.log("\n── summary ──");
  const total = { passed: 0, failed: 0 };
  for (const step of all) {
    const { ok, passed, failed, failures, ms } = results.get(step);
    // a step without tests of its own is one check; a runner that fails without a failed test is one failure
    const none = passed + failed === 0;
    total.passed += none && ok ? 1 : passed;
    total.failed += !ok && failed === 0 ? 1 : failed;
    const counts = none ? "" : `  ${passed} passed, ${failed} failed`;
    console.log(`${ok ? "ok    " : "FAILED"}  ${step.name.padEnd(28)} ${seconds(ms).padStart(12)}${counts}`);
    for (const name of failures) console.log(`        ${name}`);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return { ...total, ok: total.failed === 0 };
}
