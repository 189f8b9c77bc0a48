// Do the times of calls differ between classes of secrets? A t-test, natively and in JavaScript engines. MODEXP_ALONE is a
// command that starts the measuring process, for example `taskset --cpu-list 1`.
import { join } from "node:path";
import { engineOf, needed } from "../../scripts/lib/engines.mjs";
import { Failure, must, ROOT, run, TARGET } from "../../scripts/lib/process.mjs";
import { buildNative, NATIVE, supported } from "./constant-time.mjs";

const LIMIT = 4.5;
const CONTROL = 50;

const RELEASE = join(TARGET, "release", "timing");
const CALLS = join(ROOT, "tools/assurance/timing-calls.mjs");

/** The engines, with the flags that restrict them to their baseline compilers. */
const RUNS = [
  { id: "node24", cold: { flags: ["--liftoff-only"] } },
  { id: "deno", cold: { flags: ["--v8-flags=--liftoff-only"] } },
  { id: "bun", cold: { env: { BUN_JSC_useOMGJIT: "0" } } },
];

/** The code of baseline compilers would take hours for long exponents. */
const COLD_EXPONENT_BITS = 256;

/** Each pair of classes and its t, or only the classes of `numbers`. */
async function measure([program, ...args], env, numbers = []) {
  const alone = (process.env.MODEXP_ALONE ?? "").split(" ").filter(Boolean);
  const [first, ...rest] = [...alone, program, ...args, ...numbers.map(String)];
  const { code, text } = await run(first, rest, { env });
  if (code !== 0) throw new Failure(`the measurement did not run: ${text}`);
  const lines = [...text.matchAll(/^(same|pair|control): (.*): (\S+)$/gm)];
  return lines.map(([, kind, name, t], number) => ({ kind, name, t: Number(t), number: numbers[number] ?? number }));
}

/** Measures large t twice more: a leak repeats with the same sign, a disturbance of the machine does not. */
async function judge(command, env = {}) {
  const all = await measure(command, env);
  const large = ({ t }) => !(Math.abs(t) < LIMIT);
  let doubtful = all.filter((each) => each.kind !== "control" && large(each));
  for (let repeats = 0; repeats < 2 && doubtful.length > 0; repeats++) {
    const numbers = doubtful.map(({ number }) => number);
    const again = await measure(command, env, numbers);
    doubtful = again.filter((each, i) => large(each) && !(each.t / doubtful[i].t < 0));
  }
  for (const { name, t } of doubtful) console.log(`leak: ${name}: t = ${t}`);

  const of = (wanted) => all.filter(({ kind }) => kind === wanted).map(({ t }) => Math.abs(t));
  const [same, pair, control] = ["same", "pair", "control"].map((kind) => Math.max(0, ...of(kind)));
  return { leaks: doubtful.length, pairs: of("pair").length, same, pair, control };
}

/** The program that measures, compiled as for users; a `short` run uses the checkers' build. */
async function program(short) {
  if (short && supported) {
    await buildNative();
    return join(NATIVE, "timing");
  }
  await must("cargo", ["build", "--release", "-p", "modexp-assurance", "--bin", "timing", "--locked"]);
  return RELEASE;
}

/** Powers modulo a number of `what` bits, or multiples on the curve `what`. */
async function natively(samples, what, { short = false } = {}) {
  const { leaks, pairs, same, pair, control } = await judge([await program(short), String(samples), String(what)]);
  const leastControl = short ? 3 * LIMIT : CONTROL;
  return {
    ok: leaks === 0 && pairs > 0 && control > leastControl,
    figure: `${pairs} pairs of classes, ${samples} calls each: t up to ${pair}, one class with itself ${same}`,
    control: `${typeof what === "number" ? "pow" : "multiply"}_vartime: t = ${control}`,
  };
}

/**
 * The calls `what` in one engine, as arguments of timing-calls.mjs. A short run only shows that the measurement works: the control
 * shows, and a class does not differ much from itself. The times of a few calls depend too much on other work on the machine.
 */
async function inEngine(id, { flags = [], env }, what, { full, samples, verb, note = "" }) {
  const calls = [needed(id), ...(engineOf(id).flags ?? []), ...flags, CALLS, ...[samples, ...what].map(String)];
  const { leaks, pairs, same, pair, control } = await judge(calls, env);
  const judged = full ? leaks === 0 && control > CONTROL : same < 3 * LIMIT && control > 3 * LIMIT;
  return {
    ok: judged && pairs > 0,
    figure:
      `${pairs} pairs of classes, ${samples} calls each${note}${full ? "" : ", not judged"}: ` +
      `t up to ${pair}, one class with itself ${same}`,
    control: `${verb}Vartime: t = ${control}`,
  };
}

const samplesOf = (full, most, few) => (full ? Number(process.env.MODEXP_SAMPLES ?? most) : few);

/** `multiplyBytes` of a curve in Node 24. */
const curveInNode = (name, entry, full) =>
  inEngine("node24", {}, [entry, name], { full, samples: samplesOf(full, 100_000, 1_000), verb: "multiply" });

/** `powBytes` in one engine. */
function powersIn(id, compiler, full, bits, longest = bits) {
  const exponentBits = Math.min(longest, Number(process.env.MODEXP_EXPONENT_BITS ?? longest));
  return inEngine(id, compiler, ["powers", bits, exponentBits], {
    full,
    samples: samplesOf(full, bits > 256 ? 100_000 : 1_000_000, 3_000),
    verb: "pow",
    note: exponentBits < bits ? `, exponents of ${exponentBits} bits` : "",
  });
}

/** The figures of an engine. */
const inBoth = ({ id, cold }) => [
  { name: `times at 256 bits in ${id}`, work: ({ full }) => powersIn(id, {}, full, 256) },
  { name: `times at 256 bits cold in ${id}`, work: () => powersIn(id, cold, true, 256), onlyFull: true },
  { name: `times at 2048 bits in ${id}`, work: () => powersIn(id, {}, true, 2048), onlyFull: true },
  {
    name: `times at 2048 bits cold in ${id}`,
    work: () => powersIn(id, cold, true, 2048, COLD_EXPONENT_BITS),
    onlyFull: true,
  },
];

export const timing = [
  {
    name: "times at 256 bits natively",
    work: ({ full }) => natively(full ? 1_000_000 : 30_000, 256, { short: !full }),
  },
  { name: "times at 2048 bits natively", work: () => natively(100_000, 2048), onlyFull: true },
  ...["P-256", "secp256k1", "B-233"].map((name) => ({
    name: `times of ${name} natively`,
    work: ({ full }) => natively(full ? 100_000 : 10_000, name, { short: !full }),
    onlyFull: name === "secp256k1",
  })),
  { name: "times of P-256 in node24", work: ({ full }) => curveInNode("P-256", "curves", full) },
  { name: "times of B-233 in node24", work: () => curveInNode("B-233", "binary-curves", true), onlyFull: true },
  ...RUNS.flatMap(inBoth),
].map((figure) => ({ ...figure, alone: true }));
