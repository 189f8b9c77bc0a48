// The host of the suite in Node, Deno and Bun; they share the same built-in modules.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { MODEXP, PACKAGE } from "./bundle.mjs";
import { oneInput } from "./inputs.mjs";
import { median } from "./measure.mjs";

const FIRST_CALL = fileURLToPath(new URL("first-call.mjs", import.meta.url));
const TIERS = ["relaxed", "wide", "simd"];

/** Sizes in bits of the first power of a process. */
const FIRST_CALL_BITS = [256, 2048];

export const wasm = (tier) => readFileSync(`${PACKAGE}wasm/modexp-${tier}.wasm`);

export function sizes() {
  return TIERS.map((tier) => {
    const bytes = wasm(tier);
    return { name: `modexp-${tier}.wasm`, bytes: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
  });
}

export const cpu = cpus()[0]?.model.trim() ?? "unknown";

/** The host in this engine; `flags` are the engine's, which Deno does not report. */
export function localHost({ tier, rounds, flags, openssl }) {
  return {
    engine: thisEngine(),
    cpu,
    print: (line) => console.log(line),
    openssl,
    wasm,
    sizes,
    firstCall: () => firstCalls(rounds, inProcesses(flags, tier)),
  };
}

function thisEngine() {
  const { bun, deno, v8, node } = process.versions;
  if (bun !== undefined) return { family: "bun", name: `Bun ${bun}` };
  if (deno !== undefined) return { family: "deno", name: `Deno ${deno} (V8 ${v8})` };
  return { family: "node", name: `Node ${node} (V8 ${v8})` };
}

/** The time of the first power in each size, the median of `rounds`; `measure` takes the numbers and resolves to milliseconds. */
export async function firstCalls(rounds, measure) {
  const calls = FIRST_CALL_BITS.map((bits) => ({ bits, samples: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const { bits, samples } of calls) {
      const { base, exponent, m } = oneInput(bits);
      samples.push(1e6 * (await measure([base, exponent, m].map((x) => `0x${x.toString(16)}`))));
    }
  }
  return calls.map(({ bits, samples }) => ({ bits, ns: median(samples) }));
}

/** Measures in fresh processes of this engine. */
function inProcesses(flags, tier) {
  const url = pathToFileURL(MODEXP).href;
  const before = [...(process.versions.deno === undefined ? process.execArgv : ["run", "-A"]), ...flags];
  return async (numbers) => {
    const args = [...before, FIRST_CALL, url, tier ?? "auto", ...numbers];
    return Number((await promisify(execFile)(process.execPath, args)).stdout);
  };
}
