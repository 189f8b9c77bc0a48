// Runs the tests of AVX-512 IFMA on an emulated CPU, see tools/emulator: its kernels, its fields in lanes, and the curves on them. Where
// the CPU has these instructions, `cargo test` runs the same tests and more.
import { join } from "node:path";
import { once } from "./lib/once.mjs";
import { Failure, must, ROOT, TOOLS, which } from "./lib/process.mjs";
import { python, venvStep } from "./lib/python.mjs";

const FILES = ["emulate.py", "glibc.c", "requirements.txt"].map((name) => `tools/emulator/${name}`);
const [PROGRAM, GLIBC, REQUIREMENTS] = FILES;
const VENV = join(TOOLS, "emulator");
const library = (venv) => join(venv, "glibc.so");

/** Packages and targets of `cargo test`, and the names of the tests. */
const TESTS = [
  { targets: ["-p", "modexp-kernels", "--lib"], names: ["ifma::tests", "ifma_short::tests", "ifma_x8::tests"] },
  { targets: ["-p", "modexp-fields", "--lib"], names: ["lanes::tests::ifma", "words_come", "lanes_change"] },
  { targets: ["-p", "modexp-curves", "--lib"], names: ["spread"] },
  { targets: ["-p", "modexp-curves", "--test", "neighbours"], names: [] },
];

const ENVIRONMENT = {
  CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER: `${python(VENV)} ${join(ROOT, PROGRAM)}`,
  MODEXP_GLIBC: library(VENV),
  // a test of kernels or of lanes that does not find them fails
  MODEXP_EXPECT_BACKENDS: "portable,adx,fma,fma_x2,fma_x4,ifma,ifma_x2,ifma_x8",
};

/** Installs the emulator next to the other tools, if it is missing. */
async function prepare() {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Failure("ifma: the emulator needs Linux on x86-64");
  for (const program of ["python3", "cc"]) {
    if (which(program) === undefined) throw new Failure(`${program} is missing: apt-get install python3-venv gcc`);
  }
  const more = (venv) => must("cc", ["-shared", "-fPIC", "-o", library(venv), GLIBC]);
  await once(venvStep({ place: VENV, requirements: REQUIREMENTS, files: FILES, more }));
}

/** Runs the tests, or those with `names` in their names. */
export async function ifma(names) {
  await prepare();
  for (const { targets, names: own } of TESTS) {
    const line = ["test", "--profile", "assurance", ...targets, "--locked", "--"];
    await must("cargo", [...line, ...(names.length > 0 ? names : own)], { env: ENVIRONMENT });
  }
}
