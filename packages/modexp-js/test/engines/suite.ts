/** Every check that needs no test runner, for engines that have none: bundled into one file without imports. */
import fc from "fast-check";
import { createModexp, type Engine, engine, type Modexp, type Tier } from "../../src/index.js";
import { boundCases, randomCases } from "../shared/cases.js";
import { checkCase, checkVector, type Vector } from "../shared/checks.js";
import { laws } from "../shared/laws.js";

/** What to check. */
export interface EngineData {
  /** The lines of the vector files, each with the name of its file. */
  readonly vectors: readonly Vector[];
  readonly seed: number;
  /** Random cases per tier. */
  readonly cases: number;
  /** The tiers to check; by default all. */
  readonly tiers?: readonly Tier[];
  /** Also the largest bound patterns. */
  readonly full: boolean;
}

/** What one tier did. */
export interface TierReport {
  readonly tier: Tier;
  readonly status: "ran" | "unsupported";
  readonly reason?: string;
  readonly passed: number;
  readonly failed: number;
  /** At most 20. */
  readonly failures: readonly string[];
  readonly ms: number;
}

/** What one engine did. */
export interface EngineReport {
  /** What the package chose by itself. */
  readonly engine: Omit<Engine, "kernel"> & { readonly kernels: Readonly<Record<number, string>> };
  readonly tiers: readonly TierReport[];
}

const TIERS: readonly Tier[] = ["relaxed", "wide", "simd", "js"];

/** Checks every tier of this engine. */
export async function run(data: EngineData, _options: { engine: string }): Promise<EngineReport> {
  const { tier, features, version, kernel } = engine();
  const kernels = Object.fromEntries([64, 256, 1024, 2048, 4096].map((bits) => [bits, kernel(bits)]));
  const tiers: TierReport[] = [];
  for (const tier of data.tiers ?? TIERS) {
    tiers.push(runTier(tier, data));
    // let the page breathe between tiers
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return { engine: { tier, features, version, kernels }, tiers };
}

function runTier(tier: Tier, data: EngineData): TierReport {
  const start = performance.now();
  let api: Modexp;
  try {
    api = createModexp({ tier });
  } catch (error) {
    return { tier, status: "unsupported", reason: String(error), passed: 0, failed: 0, failures: [], ms: 0 };
  }

  let passed = 0;
  let failed = 0;
  const failures: string[] = [];
  // `check` answers false for what says nothing
  const attempt = (check: () => boolean | undefined) => {
    try {
      if (check() !== false) passed++;
    } catch (error) {
      failed++;
      if (failures.length < 20) failures.push(String(error).slice(0, 1000));
    }
  };

  for (const vector of data.vectors) attempt(() => checkVector(api, vector));
  for (const each of randomCases(data.seed, data.cases)) attempt(() => void checkCase(api, each));
  for (const each of boundCases(data.full ? 4200 : 600)) attempt(() => void checkCase(api, each));
  for (const [name, law] of Object.entries(laws(api))) {
    attempt(() => {
      const result = fc.check(law as fc.IProperty<unknown>, { seed: data.seed, numRuns: 100 });
      if (result.failed) throw new Error(`${name}: ${fc.stringify(result.counterexample)}`);
      return true;
    });
  }
  return { tier, status: "ran", passed, failed, failures, ms: Math.round(performance.now() - start) };
}
