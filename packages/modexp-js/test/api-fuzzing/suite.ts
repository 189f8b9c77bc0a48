/** API fuzzing: checks calls with values of all kinds one by one. One bundled file for any engine. */
import fc from "fast-check";
import { supports, TIERS } from "../../src/api/tier.js";
import { createModexp, type Modexp, type Tier } from "../../src/index.js";
import { type Call, calls } from "./calls.js";
import { Refused } from "./model.js";

/** The results of the calls. */
export interface FuzzReport {
  readonly answered: number;
  readonly refused: number;
  /** At most 20. */
  readonly failures: readonly string[];
  /** The time of the slowest call. */
  readonly ms: number;
  readonly tiers: readonly Tier[];
  /** Broken instances with calls that must fail, and the number of calls that did. */
  readonly controls: number;
  readonly caught: number;
}

/** No accepted call takes this long, even on a busy machine. */
const HANG_MS = 60_000;

/** Makes `count` calls, divided among the tiers. */
export async function run({ count, seed }: { count: number; seed: number }): Promise<FuzzReport> {
  const tiers = TIERS.filter(supports);
  // the last instance is the default one, with small numbers on BigInt
  const instances = [...tiers.map((tier) => createModexp({ tier })), createModexp()];
  const total = { answered: 0, refused: 0, failures: [] as string[], ms: 0 };
  const share = Math.ceil(count / (instances.length * calls.length));
  for (const [i, api] of instances.entries()) {
    for (const call of calls) {
      const verdict = (args: unknown[]) => judge(api, call, args, total);
      check(call, share, seed + i, verdict, total.failures);
      // lets the page handle its events
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
  const broken = controls();
  const caught = broken.filter(({ api, name }) => {
    const failures: string[] = [];
    const call = calls.find((each) => each.name === name) as Call;
    check(call, 300, seed, (args) => judge(api, call, args, { answered: 0, refused: 0, ms: 0 }), failures);
    return failures.length > 0;
  });
  return { ...total, failures: total.failures.slice(0, 20), tiers, controls: broken.length, caught: caught.length };
}

function check(
  call: Call,
  runs: number,
  seed: number,
  verdict: (args: unknown[]) => string | undefined,
  into: string[],
) {
  let reason = "";
  const property = fc.property(call.args, (args) => {
    const found = verdict(args);
    if (found !== undefined) reason = found;
    return found === undefined;
  });
  const { failed, counterexample } = fc.check(property, { seed, numRuns: runs, endOnFailure: true });
  if (failed) into.push(`${call.name}(${(counterexample?.[0] ?? []).map(brief).join(", ")}): ${reason}`);
}

/** The error in the call's outcome, or undefined. */
function judge(api: Modexp, call: Call, args: unknown[], total: { answered: number; refused: number; ms: number }) {
  const want = wanted(call, args);
  const start = performance.now();
  let got: unknown;
  let error: unknown;
  try {
    got = call.run(api, args);
  } catch (thrown) {
    error = thrown ?? new Error("nothing");
  }
  const ms = performance.now() - start;
  total.ms = Math.max(total.ms, ms);
  if (ms > HANG_MS) return `it took ${Math.round(ms)} ms`;
  if (error !== undefined) {
    total.refused++;
    if (!(want instanceof Refused)) return `it threw ${describe(error)}`;
    return isProper(error, want) ? undefined : `${want.kind.name} expected, got ${describe(error)}`;
  }
  total.answered++;
  if (want instanceof Refused) return `${want.kind.name} expected, but it answered ${text(got)}`;
  return want === undefined || text(got) === text(want)
    ? undefined
    : `${text(want)} expected, but it answered ${text(got)}`;
}

function wanted(call: Call, args: unknown[]): unknown {
  try {
    return call.want(args);
  } catch (refused) {
    if (refused instanceof Refused) return refused;
    throw refused;
  }
}

/** Whether an error is one of the package, not an internal failure. */
function isProper(error: unknown, { kind }: Refused): boolean {
  if (!(error instanceof kind)) return false;
  return (
    !(error instanceof WebAssembly.RuntimeError) && !/call stack|not enough memory|Maximum BigInt/.test(error.message)
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "something that is no error";
}

/** A value in a few characters, without writing long numbers in decimal. */
function brief(value: unknown): string {
  if (typeof value === "bigint" && (value >> 3000n === 0n || value >> 3000n === -1n)) return `${value}n`.slice(0, 200);
  if (typeof value === "bigint") return "a long bigint";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 50));
  if (Array.isArray(value) && value.length < 10) return `[${value.map(brief).join(", ")}]`;
  if (value instanceof Uint8Array && value.length < 100) return `bytes ${Array.from(value).join()}`;
  return typeof value === "object" ? `an object ${Object.prototype.toString.call(value)}` : String(value);
}

function text(value: unknown): string {
  return Array.isArray(value) || value instanceof Uint8Array ? `[${Array.from(value, String).join()}]` : String(value);
}

/** Broken instances: they answer wrong, accept wrong values, or throw improper errors. */
function controls(): { name: string; api: Modexp }[] {
  const api = createModexp();
  return [
    { name: "modPow", api: { ...api, modPow: (b, e, m) => (api.modPow(b, e, m) + 1n) % BigInt(m) } },
    { name: "modPow", api: { ...api, modPow: (b, e, m) => api.modPow(typeof b === "string" ? BigInt(b) : b, e, m) } },
    { name: "modInverse", api: { ...api, modInverse: (a, m) => (typeof a === "object" ? 0n : api.modInverse(a, m)) } },
    {
      name: "modPowVartime",
      api: {
        ...api,
        modPowVartime: (b, e, m) => {
          if (typeof m !== "bigint") throw new WebAssembly.RuntimeError("unreachable");
          return api.modPowVartime(b, e, m);
        },
      },
    },
  ];
}
