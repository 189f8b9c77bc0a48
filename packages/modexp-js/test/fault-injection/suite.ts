/** Fault injection for any engine, bundled into one file. */
import "./registry.js";
import { handles } from "./handles.js";
import { inputs } from "./inputs.js";
import { keys, undetected } from "./keys.js";
import { type Exports, type Fault, fails, instance, must, withExports } from "./kit.js";
import { loading } from "./loading.js";
import { memory } from "./memory.js";
import { operations, right } from "./operations.js";
import { threads } from "./threads.js";

/** The results of one engine. */
export interface FaultReport {
  readonly held: number;
  /** Name and reason. */
  readonly failures: readonly string[];
  /** Controls, which must fail, and those that did not. */
  readonly controls: number;
  readonly missed: readonly string[];
}

const [power] = operations(1000) as [ReturnType<typeof operations>[0]];

/** The controls must fail: a checker that passes one of them proves nothing. */
const controls: readonly Fault[] = [
  {
    name: "a bit of a result is inverted",
    work: () =>
      withExports(
        (exports): Exports =>
          ({
            ...exports,
            context_pow: (...args: unknown[]) => {
              exports.context_pow?.(...args);
              // the results are at the address of the staging buffer
              const at = exports.stagingbuffer_reserve?.(args[1], 1) as number;
              const words = new BigUint64Array(exports.memory.buffer, at, 1);
              words[0] = (words[0] as bigint) ^ 1n;
            },
          }) as unknown as Exports,
        () => right(instance(), power, 1000),
      ),
  },
  undetected,
  { name: "an error does not come", work: () => fails(() => instance().modPow(2n, 3n, 5n), RangeError, "") },
  { name: "an error of another type comes", work: () => fails(() => instance().modPow(2n, 3n, 0n), TypeError, "") },
  { name: "an error says something else", work: () => fails(() => instance().modPow(2n, 3n, 0n), RangeError, "even") },
];

/** The package's folder, the groups to run (default: all), and whether to run them in full. */
interface Options {
  readonly dist: string;
  readonly only?: readonly string[];
  readonly full?: boolean;
}

/** Runs the faults on the built package. */
export async function run({ dist, only, full = false }: Options): Promise<FaultReport> {
  const groups = { memory, inputs, handles, keys: keys(full), loading: loading(dist), threads };
  const failures: string[] = [];
  const missed: string[] = [];
  let held = 0;
  for (const [group, faults] of Object.entries(groups)) {
    if (only && !only.includes(group)) continue;
    for (const fault of faults) {
      const reason = await failureOf(fault);
      if (reason === undefined) held++;
      else failures.push(`${fault.name}: ${reason}`);
    }
  }
  for (const control of controls) if ((await failureOf(control)) === undefined) missed.push(control.name);
  must(new Set(Object.values(groups).flatMap((faults) => faults.map(({ name }) => name))).size > 60, "too few faults");
  return { held, failures, controls: controls.length, missed };
}

const PATIENCE_MS = 60_000;

/** Why the code does not withstand a fault, also if it hangs; otherwise undefined. */
async function failureOf({ work }: Fault): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, "it hangs");
  });
  const worked = (async () => {
    try {
      await work();
      return undefined;
    } catch (error) {
      return `${String(error)}\n${(error as Error)?.stack ?? ""}`.slice(0, 500);
    }
  })();
  try {
    return await Promise.race([worked, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
