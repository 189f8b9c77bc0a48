// No branch, address or division may depend on a secret: two checkers follow secrets through the machine code.
import { join } from "node:path";
import { Failure, must, run, TARGET, which } from "../../scripts/lib/process.mjs";

const FOLDER = join(TARGET, "assurance-native");
/** The output folder of the checked programs. */
export const NATIVE = join(FOLDER, "assurance");
export const SECRETS = join(NATIVE, "secrets");
const TRACKER = join(NATIVE, "tracker");

export const MEMCHECK = ["--quiet", "--error-limit=no", "--expensive-definedness-checks=yes"];

/**
 * Test cases by words of their names; a word after a `!` excludes a name. The taint tracker takes half an hour for all of them;
 * MODEXP_STEPPED names some.
 */
const FOLLOWED = {
  short: [
    ...["fma/500/mul", "fma_x4/500/mul", "ifma_x8/500/mul", "128/pow short", "miracl-160,", "adx/192/B-163, multiply"],
    ...["adx/192/K-163, multiply"],
  ],
  full: process.env.MODEXP_STEPPED?.split(",") ?? [
    ...[
      "ifma !B- !K- !BLS !alt_bn128 !MNT !CP- !SS2-",
      "fma/5",
      "fma_x4/5",
      "adx/5",
      "miracl-160,",
      "256/secp256k1,",
      "576/P-521,",
    ],
    ...["B-163,", "K-163,", "K-233,", "adx/192/MNT-160", "adx/256/BLS12-381", "adx/256/alt_bn128", "ifma many G1"],
  ],
};

/** Test cases that are small enough for many stepped runs: a power, and a multiple of a point with a sum. */
const TRACED = ["/128/pow short", "miracl-160, add", "adx -163, add"];

/** Curves with slow calls under memcheck, for full runs only. */
const LONG = ["!B-233", "!B-283", "!B-571", "!K-233", "!K-283", "!K-571"];

/** `fma` takes as long as all others together: one process for each number of lanes. */
const FMA = [["fma/"], ["fma_x2/"], ["fma_x4/"]];

/** 4096 bits take half of that time: short runs have them in one process. */
const SHORT_FMA = [["fma/"], ["fma_x2/", "!4096"], ["fma_x4/", "!4096"]];

const MEMCHECKED = {
  short: [
    ["portable/", "!BLS12-381", "!alt_bn128", ...LONG],
    ["adx/", "!multiply_many", "!pair_many", "!gt pow_many", "!product,", ...LONG],
    ...SHORT_FMA,
    ["control/"],
  ],
  full: [["portable/"], ["adx/"], ...FMA, ["control/"]],
};

export const supported = process.platform === "linux" && process.arch === "x64";
export const elsewhere = { ok: undefined, figure: "needs Linux on x86-64", control: "none" };

/** How to build the checked programs. Those of full runs have pairings that compile for minutes. */
export const nativeBuild = ({ full = false } = {}) => ({
  line: [
    ...["cargo", "build", "--profile", "assurance", "-p", "modexp-assurance"],
    ...["--features", full ? "tracker,historical" : "tracker", "--locked"],
  ],
  env: {
    CARGO_TARGET_DIR: FOLDER,
    // memcheck's processor has these but does not report them; the debug format is the newest that it reads
    RUSTFLAGS: "-Ctarget-feature=+adx,+bmi2 -Cdwarf-version=4 --cfg=modexp_assurance",
  },
});

export async function buildNative(options) {
  const { line, env } = nativeBuild(options);
  await must(line[0], line.slice(1), { env });
}

/** Parses the output of `secrets`, and separates test cases and controls. */
function judge(text) {
  const lines = [...text.matchAll(/^(\w+)\/(\d+)\/(.*) (\d+) (\d+)$/gm)];
  const reports = lines.map(([, backend, bits, call, leaks, traces]) => ({
    name: `${backend}/${bits}/${call}`,
    control: backend === "control",
    leaks: Number(leaks),
    traces: Number(traces),
  }));
  const watched = /^watched: true$/m.test(text);
  const cases = reports.filter(({ control }) => !control);
  const controls = reports.filter(({ control }) => control);
  return { watched, cases, controls };
}

/** Throws if valgrind is missing. */
export function valgrind() {
  if (which("valgrind") === undefined) {
    throw new Failure(
      "valgrind is missing, which checks constant time: apt-get install valgrind, or your system's way",
    );
  }
}

async function memcheck({ full }) {
  if (!supported) return elsewhere;
  valgrind();
  await buildNative({ full });
  const parts = (full ? MEMCHECKED.full : MEMCHECKED.short).map((words) =>
    run("valgrind", [...MEMCHECK, SECRETS, ...words], { quiet: true }),
  );
  const runs = (await Promise.all(parts)).map(({ text }) => judge(text));
  const watched = runs.every((run) => run.watched);
  const cases = runs.flatMap((run) => run.cases);
  const controls = runs.flatMap((run) => run.controls);
  const leaky = cases.filter(({ leaks }) => leaks > 0);
  for (const { name, leaks } of leaky) console.log(`${name}: ${leaks} leaks`);
  const caught = controls.filter(({ leaks }) => leaks > 0);
  const ok =
    watched && cases.length > 0 && leaky.length === 0 && caught.length === controls.length && caught.length > 0;
  return {
    ok,
    figure: `${cases.length - leaky.length} of ${cases.length} calls without a leak`,
    control: `${caught.length} of ${controls.length} leaky calls caught`,
  };
}

async function tracker({ full }) {
  if (!supported) return elsewhere;
  await buildNative({ full });
  let [calls, leaky, instructions] = [0, 0, 0];
  const followed = full ? FOLLOWED.full : FOLLOWED.short;
  for (const words of followed) {
    const { text } = await run(TRACKER, [SECRETS, ...words.split(" ")], { quiet: true });
    const { watched, cases } = judge(text);
    if (!watched) throw new Failure(`the taint tracker did not run:\n${text}`);
    for (const { name, leaks } of cases.filter(({ leaks }) => leaks > 0)) console.log(`${name}: ${leaks} leaks`);
    calls += cases.length;
    leaky += cases.filter(({ leaks }) => leaks > 0).length;
    instructions += Number(/^(\d+) instructions/m.exec(text)[1]);
  }
  const { text } = await run(TRACKER, [SECRETS, "control"], { quiet: true });
  const { controls } = judge(text);
  const caught = controls.filter(({ leaks }) => leaks > 0);
  return {
    // without AVX-512, memcheck has already seen everything that is followed here
    ok: leaky === 0 && caught.length === controls.length && caught.length > 0,
    figure: `${calls - leaky} of ${calls} calls without a leak, ${instructions.toLocaleString("en")} instructions followed (${followed.join(", ")})`,
    control: `${caught.length} of ${controls.length} leaky calls caught`,
  };
}

async function traces({ full }) {
  if (!supported) return elsewhere;
  await buildNative({ full });
  const count = Number(process.env.MODEXP_TRACES ?? (full ? 1000 : 3));
  const cases = [];
  for (const words of TRACED) {
    const { text } = await run(TRACKER, [SECRETS, "--times", String(count + 1), ...words.split(" ")], { quiet: true });
    cases.push(...judge(text).cases);
  }
  const different = cases.filter(({ traces }) => traces !== 1);
  for (const { name, traces } of different) console.log(`${name}: ${traces} different traces`);
  const { text } = await run(TRACKER, [SECRETS, "--times", "3", "control/256/a"], { quiet: true });
  const { controls } = judge(text);
  const caught = controls.filter(({ traces }) => traces > 1);
  return {
    ok: different.length === 0 && cases.length > 0 && caught.length === controls.length && caught.length > 0,
    figure: `one and the same trace of all addresses for ${count} random secrets of each of ${cases.length} calls`,
    control: `${caught.length} of ${controls.length} leaky calls have several traces`,
  };
}

export const constantTime = [
  { name: "secrets under memcheck", work: memcheck },
  { name: "secrets under the single-step taint tracker", work: tracker },
  { name: "address traces", work: traces },
];
