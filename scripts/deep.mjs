// npm run mutants, coverage, miri: mutation testing, line coverage and undefined behaviour of the Rust crates. The first run of
// a tool installs it.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cargoTool } from "./lib/cargo.mjs";
import { once } from "./lib/once.mjs";
import { must, output, run, TARGET } from "./lib/process.mjs";
import { scratch } from "./lib/scratch.mjs";
import { componentsStep, TOOLCHAIN } from "./setup.mjs";
import { typescriptMutants } from "./typescript-mutants.mjs";

/** A changed loop may not end. Its CPU time bounds it, which other work on the machine does not affect. */
const SECONDS = 45;

/** Parts with their own configuration; the default is .cargo/mutants.toml. */
const PARTS = { kernels: ".cargo/mutants-kernels.toml", wasm: ".cargo/mutants-wasm.toml" };

/**
 * Mutates the crates in one place at a time and runs the fast tests: --shard 1/54 takes every 54th change in random order; all
 * changes take three hours. .cargo/mutants.toml selects the changes and the tests. A first word `kernels`, `wasm` or
 * `typescript` selects that part instead.
 */
export async function mutants([part, ...rest] = []) {
  if (part === "typescript") return typescriptMutants(rest[0]);
  const config = PARTS[part];
  const args = config ? ["--config", config, ...rest] : part === undefined ? rest : [part, ...rest];
  await cargoTool("cargo-mutants");
  const folder = join(TARGET, "mutants");
  mkdirSync(folder, { recursive: true });
  const options = ["--output", folder, "--timeout", "1500", "--sharding", "round-robin", "--shuffle", ...args];
  const host = /^host: (.*)$/m
    .exec(output("rustc", ["-vV"]) ?? "")?.[1]
    .toUpperCase()
    .replaceAll("-", "_");
  const env = {
    // a change recompiles only its dependents
    CARGO_INCREMENTAL: "1",
    // without optimisation, vectors are local variables
    RUST_MIN_STACK: String(64 << 20),
    ...(process.platform === "linux" ? { [`CARGO_TARGET_${host}_RUNNER`]: `prlimit --cpu=${SECONDS} --` } : {}),
  };
  await run("cargo", ["mutants", ...options], { env });
  return noticed(join(folder, "mutants.out"));
}

/** The counts of cargo-mutants, also of an incomplete run. It prints each missed change on the terminal. */
function noticed(folder) {
  const { missed, caught, timeout } = JSON.parse(readFileSync(join(folder, "outcomes.json"), "utf8"));
  const killed = caught + timeout;
  const viable = killed + missed;
  const percent = (100 * killed) / viable;
  console.log(`mutants: ${killed} of ${viable} killed, ${percent.toFixed(1)} %`);
  return { killed, viable, percent, ok: viable > 0 && percent >= 95 };
}

/** Tests of modexp-core with lines that only they reach, without one that takes minutes and adds no line. */
const REACHING = ["--lib", ...["algorithms", "errors", "laws", "crossovers"].flatMap((name) => ["--test", name])];
const LEFT_OUT = ["--", "--skip", "crt_is_pow"];

/** The share of modexp-core's lines that its tests reach, or that the tests `names` reach. */
export async function coverage(names = []) {
  await cargoTool("cargo-llvm-cov");
  await once(componentsStep(TOOLCHAIN, "llvm-tools"));
  const ignored = ["--ignore-filename-regex", "counting.rs|exhaustive|tests|modexp-kernels|modexp-group|modexp-limbs"];
  const folder = join(TARGET, "coverage");
  const report = join(scratch("coverage"), "summary.json");
  const line = ["llvm-cov", "-p", "modexp-core", ...REACHING, ...ignored, "--summary-only", "--json"];
  const chosen = names.length > 0 ? ["--", ...names] : LEFT_OUT;
  await must("cargo", [...line, "--output-path", report, ...chosen], { env: { CARGO_TARGET_DIR: folder } });
  const { percent } = JSON.parse(readFileSync(report, "utf8")).data[0].totals.lines;
  console.log(`coverage: ${percent.toFixed(1)} % of the lines of modexp-core`);
  return { percent, ok: percent >= 98 };
}

/**
 * Tests small enough for an interpreter that checks every access: kernels in emulated vectors, and buffers. The other unsafe code
 * that is published is assembly and intrinsics.
 */
const SMALL = ["a_few_products", "select", "joining", "buffer", "radix", "--skip", "x86_64"];

export async function miri() {
  await once(componentsStep("nightly", "miri", "rust-src"));
  const { code, text } = await underMiri(SMALL);
  const passed = Number(/^test result: ok\. (\d+) passed/m.exec(text)?.[1] ?? 0);
  const { text: bad } = await underMiri(["--ignored", "a_read_past_the_end"]);
  const caught = bad.includes("Undefined Behavior");
  console.log(
    `miri: ${passed} passed${code === 0 ? "" : ", and one failed"}; a read past the end ${caught ? "noticed" : "NOT noticed"}`,
  );
  return { passed, caught, ok: code === 0 && passed > 0 && caught };
}

function underMiri(tests) {
  const env = {
    RUSTUP_TOOLCHAIN: "nightly",
    CARGO_TARGET_DIR: join(TARGET, "miri"),
    MIRIFLAGS: "-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check",
    MODEXP_EXPECT_BACKENDS: undefined,
  };
  return run("cargo", ["miri", "test", "-p", "modexp-limbs", "-p", "modexp-kernels", "--lib", "--", ...tests], { env });
}
