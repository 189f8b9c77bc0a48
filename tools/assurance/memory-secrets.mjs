// The secrets that calls leave in memory, natively and in WebAssembly.
import { join } from "node:path";
import { printed } from "../../scripts/lib/engines.mjs";
import { Failure, ROOT, run } from "../../scripts/lib/process.mjs";
import { buildNative, elsewhere, SECRETS, supported } from "./constant-time.mjs";

const SCRIPT = join(ROOT, "tools/assurance/memory-search.mjs");

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

/** The calls of memcheck's test cases, each with several secrets, on every backend. */
async function nativelyZeroed({ full }) {
  if (!supported) return elsewhere;
  await buildNative({ full });
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

/** The words that calls of one entry leave, for each call. */
async function remains(engine, count, entry, name, ...broken) {
  const text = await printed(engine, [SCRIPT, String(count), entry, name, ...broken]);
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  if (lines.length === 0) throw new Failure(`the search did not run: ${text}`);
  return lines.map((line) => JSON.parse(line));
}

/** The figure of the calls of `searches`, lists of arguments of `remains`, and of the calls of `controls`. */
async function searched(searches, controls) {
  const all = async (lists) => {
    const calls = [];
    for (const list of lists) calls.push(...(await remains(...list)));
    return calls;
  };
  const calls = await all(searches);
  const leaky = calls.filter(({ left, plain }) => left + plain > 0);
  for (const { label, left, plain } of leaky) console.log(`${label}: ${left} words left, ${plain} of secrets`);
  const broken = await all(controls);
  const seen = broken.filter(({ left, plain }) => left + plain > 0).length;
  return {
    ok: calls.length > 0 && leaky.length === 0 && broken.length > 0 && seen === broken.length,
    held: `${calls.length - leaky.length} of ${calls.length} calls`,
    seen: `${seen} of ${broken.length} calls`,
  };
}

async function powersZeroed({ full }) {
  const count = full ? 1000 : 20;
  const { ok, held, seen } = await searched(
    RUNS.map(({ tier, engine }) => [engine, count, "index", tier]),
    RUNS.map(({ tier, engine }) => [engine, 4, "index", tier, "broken"]),
  );
  return {
    ok,
    figure: `${held} on powers, keys and tables, ${count} secrets each, leave no word of them in WebAssembly's memory`,
    control: `words of secrets found after ${seen} that do not free a key or tables`,
  };
}

async function curvesZeroed({ full }) {
  const count = full ? 100 : 4;
  const searches = full ? [...CURVES.short, ...CURVES.more] : CURVES.short;
  const { ok, held, seen } = await searched(
    searches.map((each) => ["node", count, ...each]),
    ["binary-curves", "binary-curves-async.node"].map((entry) => ["node", 4, entry, "K-163", "broken"]),
  );
  return {
    ok,
    figure: `${held} on curves and pairings, ${count} secrets each, leave no word in WebAssembly's memory that depends on them`,
    control: `words of secrets found after ${seen} that do not zero the stack`,
  };
}

export const memorySecrets = [
  { name: "secrets left in native memory", work: nativelyZeroed },
  { name: "secrets left in memory", work: powersZeroed },
  { name: "secrets of curves left in memory", work: curvesZeroed },
];
