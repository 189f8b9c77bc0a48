// The host of the suite in Node, Deno and Bun; they share the same built-in modules.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { MODEXP, PACKAGE } from "./bundle.mjs";
import { inputs } from "./inputs.mjs";
import { median } from "./median.mjs";

const FIRST_CALL = fileURLToPath(new URL("first-call.mjs", import.meta.url));
const TIERS = ["relaxed", "wide", "simd"];

/** Sizes in bits of the first power of a process. */
export const FIRST_CALL_BITS = [256, 2048];

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
    firstCall: () => firstCalls(rounds, flags, tier ?? "auto"),
  };
}

function thisEngine() {
  const { bun, deno, v8, node } = process.versions;
  if (bun !== undefined) return { family: "bun", name: `Bun ${bun}` };
  if (deno !== undefined) return { family: "deno", name: `Deno ${deno} (V8 ${v8})` };
  return { family: "node", name: `Node ${node} (V8 ${v8})` };
}

/** The median of `rounds` fresh processes for each size, in nanoseconds. */
async function firstCalls(rounds, flags, tier) {
  const run = promisify(execFile);
  const url = pathToFileURL(MODEXP).href;
  const before = [...(process.versions.deno === undefined ? process.execArgv : ["run", "-A"]), ...flags];
  const calls = FIRST_CALL_BITS.map((bits) => ({ bits, samples: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const { bits, samples } of calls) {
      const [{ base, exponent, m }] = inputs({ bits, exponentBits: bits });
      const hex = [base, exponent, m].map((x) => x.toString(16));
      const { stdout } = await run(process.execPath, [...before, FIRST_CALL, url, tier, ...hex]);
      samples.push(Number(stdout) * 1e6);
    }
  }
  return calls.map(({ bits, samples }) => ({ bits, ns: median(samples) }));
}
