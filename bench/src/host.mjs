// The host of the suite in Node, Deno and Bun; they share the same built-in modules.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { MODEXP, PACKAGE } from "./bundle.mjs";
import { median } from "./measure.mjs";

const FIRST_CALL = fileURLToPath(new URL("first-call.mjs", import.meta.url));
const MODULES = ["relaxed", "relaxed-wide", "wide", "simd"];

export const wasm = (tier) => readFileSync(`${PACKAGE}wasm/modexp-${tier}.wasm`);

export function sizes() {
  return MODULES.map((module) => {
    const bytes = wasm(module);
    return { name: `modexp-${module}.wasm`, bytes: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
  });
}

export const cpu = cpus()[0]?.model.trim() ?? "unknown";

/** The host in this engine; `flags` are the engine's, which Deno does not report. */
export function localHost({ tier, rounds, flags, openssl, addon }) {
  return {
    engine: thisEngine(),
    cpu,
    print: (line) => console.log(line),
    openssl,
    addon,
    wasm,
    sizes,
    firstCall: (numbers) => medianNs(rounds, () => inProcess(flags, tier, numbers)),
  };
}

function thisEngine() {
  const { bun, deno, v8, node } = process.versions;
  if (bun !== undefined) return { family: "bun", name: `Bun ${bun}` };
  if (deno !== undefined) return { family: "deno", name: `Deno ${deno} (V8 ${v8})` };
  return { family: "node", name: `Node ${node} (V8 ${v8})` };
}

/** The median of `rounds` of the milliseconds that `measure` resolves to, in ns. */
export async function medianNs(rounds, measure) {
  const samples = [];
  for (let round = 0; round < rounds; round++) samples.push(1e6 * (await measure()));
  return median(samples);
}

/** Measures in a fresh process of this engine. */
async function inProcess(flags, tier, numbers) {
  const before = [...(process.versions.deno === undefined ? process.execArgv : ["run", "-A"]), ...flags];
  const args = [...before, FIRST_CALL, pathToFileURL(MODEXP).href, tier ?? "auto", ...numbers];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}
