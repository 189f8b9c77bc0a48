// The secrets that calls leave in memory, natively and in WebAssembly.
import { join } from "node:path";
import { printed, reported } from "../../scripts/lib/engines.mjs";
import { Failure, ROOT, run } from "../../scripts/lib/process.mjs";
import { buildNative, elsewhere, SECRETS, supported } from "./constant-time.mjs";

const SCRIPT = join(ROOT, "tools/assurance/memory-search.mjs");
const CURVES_SCRIPT = join(ROOT, "tools/assurance/memory-curves.mjs");

/** Tiers with and without lanes, each on an engine that runs it. */
export const RUNS = [
  { tier: "simd", engine: "node" },
  { tier: "relaxed", engine: "node24" },
];

/** The entry of modexp-historical, from the folder of the other entries. */
const HISTORICAL = "../../modexp-historical-js/dist/index";

/** Entries of the package with a curve or a pairing; full runs have more. */
const CURVES = {
  short: [
    ["curves", "P-256"],
    ["binary-curves", "K-163"],
    ["pairings", "alt_bn128"],
    ["curves-async.node", "P-256"],
    ["binary-curves-async.node", "K-163"],
    ["pairings-async.node", "alt_bn128"],
  ],
  more: [
    ...["secp256k1", "P-384", "P-521"].map((name) => ["curves", name]),
    ...["B-163", "B-571", "K-571"].map((name) => ["binary-curves", name]),
    ["pairings", "BLS12-381"],
    ...["MNT-160", "SSP-512", "SSP-1536", "KSS18-511", "BLS24-629"].map((name) => [HISTORICAL, name]),
  ],
};

const search = (what, count, { tier, engine }) => reported(engine, [SCRIPT, what, String(count), tier]);

/** The calls of memcheck's test cases, each with several secrets, on every backend. */
async function nativelyZeroed() {
  if (!supported) return elsewhere;
  await buildNative();
  const { code, text } = await run(SECRETS, ["--remains"], { quiet: true });
  if (code !== 0) throw new Failure(`the calls did not run: ${text.slice(-2000)}`);
  const lines = [...text.matchAll(/^(?!control)\w+\/.* (\d+) (\d+)$/gm)];
  const leaky = lines.filter(([, left]) => left !== "0");
  for (const [line] of leaky) console.log(line);
  const seen = lines.filter(([, , during]) => during !== "0").length;
  return {
    ok: lines.length > 0 && leaky.length === 0 && seen === lines.length,
    figure: `${lines.length - leaky.length} of ${lines.length} calls leave no word that depends on a secret in all that they allocated`,
    control: `the result of ${seen} of ${lines.length} calls found while in use`,
  };
}

async function zeroed({ full }) {
  const count = full ? 1000 : 20;
  const left = [];
  let controls = 0;
  for (const each of RUNS) {
    const result = await search("scan", count, each);
    left.push(...Object.entries(result.left).map(([what, times]) => `${what} on ${each.tier}: ${times} times`));
    controls += result.controls;
  }
  for (const line of left) console.log(line);
  return {
    ok: left.length === 0 && controls === RUNS.length * count,
    figure: `${RUNS.length * count} secret exponents and bases, ${RUNS.length * count} keys: ${left.length} kinds of e, b, d, p, q, dp, dq and results left in the memory`,
    control: `the prime of ${controls} of ${RUNS.length * count} keys found while in use`,
  };
}

async function tablesZeroed({ full }) {
  const count = full ? 1000 : 50;
  const total = { live: 0, left: 0, controls: 0 };
  for (const each of RUNS) {
    const counts = await search("tables", count, each);
    for (const name of Object.keys(total)) total[name] += counts[name];
  }
  return {
    ok: total.left === 0 && total.controls === RUNS.length * count,
    figure: `tables of ${RUNS.length * count} secret bases: ${total.left} of ${total.live} words left after they were freed`,
    control: `${total.controls} of ${RUNS.length * count} tables found while in use`,
  };
}

/** The words that calls of one entry leave, for each call. */
async function remains(count, entry, name, ...broken) {
  const text = await printed("node", [CURVES_SCRIPT, String(count), entry, name, ...broken]);
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  if (lines.length === 0) throw new Failure(`the search did not run: ${text}`);
  return lines.map((line) => JSON.parse(line));
}

async function curvesZeroed({ full }) {
  const count = full ? 100 : 4;
  const calls = [];
  for (const [entry, name] of full ? [...CURVES.short, ...CURVES.more] : CURVES.short) {
    calls.push(...(await remains(count, entry, name)));
  }
  const leaky = calls.filter(({ left, plain }) => left + plain > 0);
  for (const { label, left, plain } of leaky) console.log(`${label}: ${left} words left, ${plain} of secrets`);
  const broken = await remains(4, "binary-curves", "K-163", "broken");
  broken.push(...(await remains(4, "binary-curves-async.node", "K-163", "broken")));
  const seen = broken.filter(({ left, plain }) => left > 0 && plain > 0).length;
  return {
    ok: leaky.length === 0 && seen === broken.length,
    figure: `${calls.length - leaky.length} of ${calls.length} calls on curves and pairings, ${count} secrets each, leave no word in WebAssembly's memory that depends on them`,
    control: `words of secrets found after ${seen} of ${broken.length} calls that do not zero the stack`,
  };
}

export const memorySecrets = [
  { name: "secrets left in native memory", work: nativelyZeroed },
  { name: "secrets left in memory", work: zeroed },
  { name: "tables left in memory", work: tablesZeroed },
  { name: "secrets of curves left in memory", work: curvesZeroed },
];
