// Figures of the tests: proved bounds, fuzzed inputs, coverage, caught mutants.
import { counts } from "../../scripts/counts.mjs";
import { coverage, miri, mutants } from "../../scripts/deep.mjs";
import { engines } from "../../scripts/engines.mjs";
import { fuzz } from "../../scripts/fuzz.mjs";
import { run, seconds } from "../../scripts/lib/process.mjs";

const REPLAY = ["test", "-p", "modexp-fuzz", "--locked", "--test", "corpus"];

/** The time for fuzzing each target. */
const MINUTES = Number(process.env.MODEXP_MINUTES ?? 30);

/** Replays the committed inputs, also with a library that returns the modulus instead of 0. */
async function corpus() {
  const { code, text } = await run("cargo", [...REPLAY, "--", "--nocapture"], { quiet: true });
  if (code !== 0) console.log(text);
  const inputs = [...text.matchAll(/^(\d+) passes: /gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  const planted = await run("cargo", [...REPLAY, "every_input"], { quiet: true, env: { MODEXP_FUZZ_PLANT: "1" } });
  const caught = planted.code !== 0 && planted.text.includes("planted error");
  return {
    ok: code === 0 && inputs > 0 && caught,
    figure: `${inputs} inputs on every backend, num-bigint, GMP and OpenSSL: ${code === 0 ? "all agree" : "they differ"}`,
    control: caught ? "a planted error found" : "a planted error not found",
  };
}

/** Tests that break a bound on purpose. */
const BREAKING = /broken|one_bit|refused/;

/** Proves for all inputs that no accumulator overflows and all floating-point results are exact. */
async function bounds() {
  const start = Date.now();
  const { code, text } = await run(
    "cargo",
    ["test", "-p", "modexp-kernels", "--lib", "--locked", "--", "bounds::", "proofs::"],
    {
      quiet: true,
    },
  );
  const names = [...text.matchAll(/^test (\S*(?:bounds|proofs)::\S+) \.\.\. ok$/gm)].map(([, name]) => name);
  const controls = names.filter((name) => BREAKING.test(name)).length;
  if (code !== 0) console.log(text.slice(-4000));
  return {
    ok: code === 0 && names.length > controls && controls > 0,
    figure: `${names.length - controls} proofs that nothing overflows at the real radix, in ${seconds(Date.now() - start)}`,
    control: `${controls} tests break bounds by one bit, and all proofs are refused`,
  };
}

/** Counts all results that the tests compare. */
async function compared() {
  const { ok, total, failed, sources, configurations } = await counts();
  return {
    ok,
    figure: `${total.toLocaleString("en")} results of ${sources} sources in ${configurations} configurations compared, ${failed} wrong`,
    control: "the same as of all small powers and of the fuzzer's corpus",
  };
}

/** base^exponent mod m for all m up to 64 and all others up to 128, on every tier; with MODEXP_EXHAUSTIVE=1 in every engine too. */
async function smallPowers() {
  const only = ["node24", "deno-wide"];
  const wanted = { vectors: [], corpus: ["00"], cases: 0, full: false };
  const { failed, tiers } = await engines({ only, wanted: { ...wanted, exhaustive: true } });
  const planted = await engines({ only, wanted: { ...wanted, exhaustive: false, planted: true } });
  const caught = planted.tiers.length === 5 && planted.failed > 0;
  const counts = tiers.map(({ tier, sources }) => ({ tier, count: sources["small numbers"] ?? 0 }));
  return {
    ok: failed === 0 && counts.length === 5 && counts.every(({ count }) => count === 2 * 64 * 129 * 129) && caught,
    figure: `base^exponent mod m for all m up to 64, others up to 128: ${counts.map(({ tier, count }) => `${tier} ${count.toLocaleString("en")}`).join(", ")} right, ${failed} wrong`,
    control: caught ? "a library that answers the modulus for 0 found" : "a planted error not found",
  };
}

async function fuzzer() {
  const { results, failed } = await fuzz({ minutes: MINUTES });
  const counts = results.map(({ target, count }) => `${target} ${count.toLocaleString("en")}`);
  return {
    ok: failed === 0,
    figure: `${MINUTES} minutes of each target: ${failed} of ${results.length} found something; inputs of ${counts.join(", ")}`,
    control: "the same as of its corpus",
  };
}

/** Samples of changes: one in `share` of a part, and the arguments of `npm run mutants`. */
const CORE = ["--exclude", "crates/modexp-kernels/**", "--test-package", "modexp-core"];
const CHANGED = {
  "modexp-core": { share: 12, args: (shard) => ["--shard", shard, ...CORE] },
  "the kernels portable, adx and fma": { share: 7, args: (shard) => ["kernels", "--shard", shard] },
  "the package's TypeScript": { share: 12, args: (shard) => ["typescript", shard] },
};

const mutation = (part) => async () => {
  const { share, args } = CHANGED[part];
  const { killed, viable, percent, ok } = await mutants(args(`0/${share}`));
  return {
    ok,
    figure: `${killed} of ${viable} changes of ${part} noticed, ${percent.toFixed(1)} %: one in ${share} of those that are made and that compile`,
    control: "the tests pass without a change",
  };
};

async function lines() {
  const { percent, ok } = await coverage();
  const { percent: least } = await coverage(["crc64"]);
  return {
    ok: ok && least < 50,
    figure: `${percent.toFixed(1)} % of the lines of modexp-core reached`,
    control: `${least.toFixed(1)} % by one test`,
  };
}

async function interpreted() {
  const { passed, caught, ok } = await miri();
  return {
    ok,
    figure: `${passed} tests without undefined behaviour`,
    control: caught ? "a read past the end found" : "a read past the end not found",
  };
}

export const tests = [
  { name: "bounds", work: bounds },
  { name: "results compared", work: compared, onlyFull: true },
  { name: "the fuzzer's corpus", work: corpus },
  { name: "all small powers", work: smallPowers, onlyFull: true },
  { name: "the fuzzer", work: fuzzer, onlyFull: true },
  { name: "mutation testing", work: mutation("modexp-core"), onlyFull: true },
  { name: "mutation testing of kernels", work: mutation("the kernels portable, adx and fma"), onlyFull: true },
  { name: "mutation testing of TypeScript", work: mutation("the package's TypeScript"), onlyFull: true },
  { name: "line coverage", work: lines, onlyFull: true },
  { name: "Miri", work: interpreted, onlyFull: true },
];
