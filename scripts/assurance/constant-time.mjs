// No branch, address or division may depend on a secret: machine code under two checkers that follow secrets.
import { join } from "node:path";
import { targetDir } from "../build.mjs";
import { Failure, must, run, which } from "../lib/process.mjs";

const FOLDER = join(targetDir(), "assurance-native");
/** Where the programs that are checked are built. */
export const NATIVE = join(FOLDER, "assurance");
export const SECRETS = join(NATIVE, "secrets");
const STEPPER = join(NATIVE, "stepper");

export const MEMCHECK = ["--quiet", "--error-limit=no", "--expensive-definedness-checks=yes"];

/** Subjects by words of their names; the stepper takes half an hour for all of them, of which MODEXP_STEPPED leaves some. */
const STEPPED = {
  short: ["ifma/500/mul", "ifma_x8/500/mul", "128/pow short"],
  full: process.env.MODEXP_STEPPED?.split(",") ?? ["ifma", "adx/5"],
};

export const supported = process.platform === "linux" && process.arch === "x64";
export const elsewhere = { ok: undefined, figure: "needs Linux on x86-64", control: "none" };

/** Builds the programs that are checked. */
export async function buildNative() {
  await must(
    "cargo",
    ["build", "--profile", "assurance", "-p", "modexp-assurance", "--features", "stepper", "--locked"],
    {
      env: {
        CARGO_TARGET_DIR: FOLDER,
        // memcheck's processor has these, but says that it has not; the debug format is the newest that it reads
        RUSTFLAGS: "-Ctarget-feature=+adx,+bmi2 -Cdwarf-version=4 --cfg=modexp_assurance",
      },
    },
  );
}

/** What `secrets` printed: subjects, and those of which it said something else than expected. */
function judge(text) {
  const lines = [...text.matchAll(/^(\w+)\/(\d+)\/(.*) (\d+) (\d+)$/gm)];
  const reports = lines.map(([, backend, bits, call, leaks, traces]) => ({
    name: `${backend}/${bits}/${call}`,
    control: backend === "control",
    leaks: Number(leaks),
    traces: Number(traces),
  }));
  const watched = /^watched: true$/m.test(text);
  const subjects = reports.filter(({ control }) => !control);
  const controls = reports.filter(({ control }) => control);
  return { watched, subjects, controls };
}

/** Says so where valgrind is missing. */
export function valgrind() {
  if (which("valgrind") === undefined) {
    throw new Failure(
      "valgrind is missing, which checks constant time: apt-get install valgrind, or your system's way",
    );
  }
}

async function memcheck() {
  if (!supported) return elsewhere;
  valgrind();
  await buildNative();
  const parts = ["portable/", "adx/", "control/"].map((words) =>
    run("valgrind", [...MEMCHECK, SECRETS, words], { quiet: true }),
  );
  const runs = (await Promise.all(parts)).map(({ text }) => judge(text));
  const watched = runs.every((run) => run.watched);
  const subjects = runs.flatMap((run) => run.subjects);
  const controls = runs.flatMap((run) => run.controls);
  const leaky = subjects.filter(({ leaks }) => leaks > 0);
  for (const { name, leaks } of leaky) console.log(`${name}: ${leaks} leaks`);
  const caught = controls.filter(({ leaks }) => leaks > 0);
  const ok =
    watched && subjects.length > 0 && leaky.length === 0 && caught.length === controls.length && caught.length > 0;
  return {
    ok,
    figure: `${subjects.length - leaky.length} of ${subjects.length} calls without a leak`,
    control: `${caught.length} of ${controls.length} leaky calls caught`,
  };
}

async function stepper({ full }) {
  if (!supported) return elsewhere;
  await buildNative();
  let [calls, leaky, instructions] = [0, 0, 0];
  const stepped = full ? STEPPED.full : STEPPED.short;
  for (const words of stepped) {
    const { text } = await run(STEPPER, [SECRETS, words], { quiet: true });
    const { watched, subjects } = judge(text);
    if (!watched) throw new Failure(`the stepper did not run:\n${text}`);
    for (const { name, leaks } of subjects.filter(({ leaks }) => leaks > 0)) console.log(`${name}: ${leaks} leaks`);
    calls += subjects.length;
    leaky += subjects.filter(({ leaks }) => leaks > 0).length;
    instructions += Number(/^(\d+) instructions/m.exec(text)[1]);
  }
  const { text } = await run(STEPPER, [SECRETS, "control"], { quiet: true });
  const { controls } = judge(text);
  const caught = controls.filter(({ leaks }) => leaks > 0);
  return {
    // a machine without AVX-512 has nothing to step through here that memcheck has not seen
    ok: leaky === 0 && caught.length === controls.length && caught.length > 0,
    figure: `${calls - leaky} of ${calls} calls without a leak, ${instructions.toLocaleString("en")} instructions followed (${stepped.join(", ")})`,
    control: `${caught.length} of ${controls.length} leaky calls caught`,
  };
}

async function traces({ full }) {
  if (!supported) return elsewhere;
  await buildNative();
  const count = Number(process.env.MODEXP_TRACES ?? (full ? 1000 : 3));
  const { text: runs } = await run(STEPPER, [SECRETS, "--times", String(count + 1), "/128/pow short"], { quiet: true });
  const { subjects } = judge(runs);
  const different = subjects.filter(({ traces }) => traces !== 1);
  for (const { name, traces } of different) console.log(`${name}: ${traces} different traces`);
  const { text } = await run(STEPPER, [SECRETS, "--times", "3", "control/256/a"], { quiet: true });
  const { controls } = judge(text);
  const caught = controls.filter(({ traces }) => traces > 1);
  return {
    ok: different.length === 0 && subjects.length > 0 && caught.length === controls.length && caught.length > 0,
    figure: `one and the same trace of all addresses for ${count} random exponents and bases on ${subjects.length} backends`,
    control: `${caught.length} of ${controls.length} leaky calls have several traces`,
  };
}

export const constantTime = [
  { name: "secrets under memcheck", work: memcheck },
  { name: "secrets under the stepper", work: stepper },
  { name: "address traces", work: traces },
];
