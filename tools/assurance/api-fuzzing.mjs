// API fuzzing: calls with values of all kinds, and memory after many calls.
import { join } from "node:path";
import { reported } from "../../scripts/lib/engines.mjs";
import { Failure, ROOT } from "../../scripts/lib/process.mjs";
import { inEngine } from "./faults.mjs";

const ENGINE = "node24";

async function fuzz({ full }) {
  const seed = full ? 42 : 1;
  const report = await inEngine(ENGINE, "api-fuzzing", { count: full ? 1_000_000 : 20_000, seed });
  if (report === undefined) throw new Failure(`${ENGINE} is missing: npm run setup installs it`);
  const { answered, refused, failures, ms, tiers, controls, caught } = report;
  for (const failure of failures) console.log(failure);
  return {
    ok: failures.length === 0 && answered > 0 && refused > 0 && caught === controls,
    figure: `${answered + refused} calls on ${tiers.join(", ")}, seed ${seed}: ${answered} right, ${refused} refused by a typed error, ${failures.length} neither; the slowest took ${Math.round(ms)} ms`,
    control: `${caught} of ${controls} broken instances caught`,
  };
}

/** Growth above this bound is a leak: 200 contexts take at least this much. */
const MOST_MIB = 4;

async function flat({ full }) {
  const [calls, contexts] = full ? [1_000_000, 100_000] : [20_000, 3000];
  const script = join(ROOT, "tools/assurance/flat-memory.mjs");
  const { leaked, ...grown } = await reported(ENGINE, ["--expose-gc", script, String(calls), String(contexts)]);
  const shown = ({ wasm, heap }) => `${wasm / 65_536} pages, ${heap.toFixed(1)} MiB`;
  const isFlat = ({ wasm, heap }) => wasm === 0 && heap < MOST_MIB;
  return {
    ok: Object.values(grown).every(isFlat) && leaked.wasm > 0,
    figure: `growth of WebAssembly's memory and of the heap: ${calls} calls ${shown(grown.calls)}; ${contexts} contexts, disposed of: ${shown(grown.disposed)}, dropped: ${shown(grown.dropped)}`,
    control: `contexts that are kept: ${shown(leaked)}`,
  };
}

export const apiFuzzing = [
  { name: "API fuzzing", work: fuzz, alone: true },
  { name: "flat memory", work: flat },
];
