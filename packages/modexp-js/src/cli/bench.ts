/** `modexp bench`: one exponentiation at each size, against the plain loop on BigInt. */
import { createModexp, type Modexp } from "../index.js";
import type { Tier } from "../wasm/features.js";

/** Each size is measured in each way for this time, and at least this many runs. */
const MEASURE_MS = 300;
const LEAST_RUNS = 5;

/** Medians in milliseconds. */
interface Row {
  readonly bits: number;
  readonly kernel: string;
  readonly modPow: number;
  readonly modPowVartime: number;
  readonly loop: number;
}

/** The measurements, as text or as JSON. */
export function bench(sizes: readonly number[], tier: Tier | undefined, json: boolean): string {
  const api = createModexp(tier && { tier });
  const rows = sizes.map((bits) => measure(api, bits));
  if (json) return `${JSON.stringify(rows)}\n`;
  const head = `${"bits".padStart(6)}  ${"kernel".padEnd(12)}${"modPow".padStart(12)}${"vartime".padStart(12)}${"BigInt".padStart(12)}`;
  return `${[head, ...rows.map(line)].join("\n")}\n`;
}

function line({ bits, kernel, modPow, modPowVartime, loop }: Row): string {
  const ms = (x: number) => `${x.toPrecision(3)} ms`.padStart(12);
  const faster = `${(loop / modPow).toFixed(1)} times as fast`;
  return `${String(bits).padStart(6)}  ${kernel.padEnd(12)}${ms(modPow)}${ms(modPowVartime)}${ms(loop)}  ${faster}`;
}

function measure({ modPow, modPowVartime, engine }: Modexp, bits: number): Row {
  // odd, without a pattern, and the same each time
  const m =
    (((1n << BigInt(2 * bits)) / 3_141_592_653_589_793_239n) % (1n << BigInt(bits - 1))) |
    (1n << BigInt(bits - 1)) |
    1n;
  const [base, exponent] = [m / 3n, m - 2n];
  return {
    bits,
    kernel: engine().kernel(bits),
    modPow: median(() => modPow(base, exponent, m)),
    modPowVartime: median(() => modPowVartime(base, exponent, m)),
    loop: median(() => plainLoop(base, exponent, m)),
  };
}

function median(run: () => void): number {
  const times: number[] = [];
  const end = performance.now() + MEASURE_MS;
  while (times.length < LEAST_RUNS || performance.now() < end) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
}

function plainLoop(base: bigint, exponent: bigint, m: bigint): bigint {
  let result = 1n;
  let power = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * power) % m;
    power = (power * power) % m;
  }
  return result;
}
