// Cross-compiles tests for 64-bit ARM and runs them in QEMU, an emulator: all tests of ARM's own kernels, and
// short tests of the code that uses them.
import { once } from "./lib/once.mjs";
import { run, which } from "./lib/process.mjs";
import { targetStep } from "./setup.mjs";

const TARGET = "aarch64-unknown-linux-gnu";
const VARIABLE = `CARGO_TARGET_${TARGET.toUpperCase().replaceAll("-", "_")}`;
const LINKER = "aarch64-linux-gnu-gcc";
const QEMU = "qemu-aarch64";

const ENV = {
  [`${VARIABLE}_LINKER`]: LINKER,
  [`${VARIABLE}_RUNNER`]: `${QEMU} -L /usr/aarch64-linux-gnu`,
  // NEON's kernels must be among them
  MODEXP_EXPECT_BACKENDS: "portable,fma,fma_x2",
  // the vectors next to the tests are enough
  MODEXP_VECTORS: "",
  PROPTEST_CASES: "8",
};

/** Packages and targets of `cargo test`, and the names of the tests. */
const TESTS = [
  { packages: ["-p", "modexp-kernels", "--lib"], names: ["aarch64::fma", "neon", "choice"] },
  {
    packages: ["-p", "modexp-limbs", "-p", "modexp-group", "--lib"],
    // each takes a minute
    names: ["models_are", "product_makes", "tiny_curve"].flatMap((name) => ["--skip", name]),
  },
  // without std, which only detects kernels of other processors
  { packages: ["-p", "modexp-core", "--no-default-features", "--test", "laws"], names: [] },
];

/** The missing tools that only an administrator can install. */
function missing() {
  return [LINKER, QEMU].filter((tool) => which(tool) === undefined);
}

/** Runs the tests; `counted` adds up the counts that a run printed. A missing emulator fails only with MODEXP_EXPECT_ARM. */
export async function arm(counted, { quiet }) {
  const absent = missing();
  if (absent.length > 0) {
    const expected = Boolean(process.env.MODEXP_EXPECT_ARM);
    const text =
      `${expected ? "FAILED" : "NOTE"}: not tested on 64-bit ARM, for want of ${absent.join(", ")}: ` +
      "apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user";
    if (!quiet) console.log(text);
    return { passed: 0, failed: expected ? 1 : 0, ok: !expected, text };
  }
  await once(targetStep(TARGET));
  const total = { passed: 0, failed: 0, ok: true, text: "" };
  for (const { packages, names } of TESTS) {
    const line = ["test", "--profile", "mutants", "--target", TARGET, ...packages, "--locked", "--no-fail-fast"];
    const { code, text } = await run("cargo", [...line, "--", ...names], { env: ENV, quiet });
    const { passed, failed } = counted(text);
    total.passed += passed;
    total.failed += failed;
    total.ok &&= code === 0 && passed > 0;
    total.text += text;
  }
  return total;
}
