/** Every check that needs no test runner, bundled into one file without imports, for engines without a runner. */
import fc from "fast-check";
import { type CurvesTier, createCurves } from "../../src/curves.js";
import { createPairings as createHistorical } from "../../src/historical-pairings.js";
import { createModexp, type Engine, engine, type Modexp, type Tier } from "../../src/index.js";
import { historicalPairingNames, pairingNames } from "../../src/pairings/names.js";
import { createPairings } from "../../src/pairings.js";
import type { WasmTier } from "../../src/wasm/features.js";
import { boundCases, randomCases } from "../shared/cases.js";
import {
  checkCase,
  checkPseudoprimes,
  checkSmall,
  checkSmallBases,
  checkVector,
  type Vector,
} from "../shared/checks.js";
import { type CurveRecord, checkCurveRecord, checkExceptions, checkSums } from "../shared/curve-checks.js";
import { checkEveryCall } from "../shared/every-call.js";
import { laws } from "../shared/laws.js";
import { checkPairings } from "../shared/pairing-checks.js";
import { Random } from "../shared/random.js";
import { checkRemains } from "../shared/remains.js";
import { evmTarget, fromHex, inputs, powTarget } from "../shared/targets.js";

/** The input of the checks. */
export interface EngineData {
  /** The lines of the vector files, each with the name of its file. */
  readonly vectors: readonly Vector[];
  /** Published data about curves. */
  readonly curves?: readonly CurveRecord[];
  /** The fuzzer's inputs, in hexadecimal. */
  readonly corpus: readonly string[];
  readonly seed: number;
  /** Random cases per tier. */
  readonly cases: number;
  /** The tiers to check; the default is all. */
  readonly tiers?: readonly (WasmTier | "js")[];
  /** Seconds for trying every call with structured numbers on each tier; the default is 5, or 2 for a share. */
  readonly seconds?: number;
  /** Also the largest bound patterns. */
  readonly full: boolean;
  /** The engine checks every input of index `first` modulo `of`; tier js checks a quarter of these. */
  readonly share?: { readonly first: number; readonly of: number };
  /** Checks all small powers instead of some; this takes a minute per tier. */
  readonly exhaustive: boolean;
  /** Plants an error of some libraries, which must be found: a power of 0 is returned as the modulus. */
  readonly planted?: boolean;
}

/** The results of one tier. */
export interface TierReport {
  readonly tier: Tier;
  readonly status: "ran" | "unsupported";
  readonly reason?: string;
  readonly passed: number;
  readonly failed: number;
  /** The passes by source. */
  readonly sources: Readonly<Record<string, number>>;
  /** At most 20. */
  readonly failures: readonly string[];
  readonly ms: number;
}

/** The results of one engine. */
export interface EngineReport {
  /** The package's own choices. */
  readonly engine: Omit<Engine, "kernel"> & { readonly kernels: Readonly<Record<number, string>> };
  readonly tiers: readonly TierReport[];
}

const TIERS: readonly (WasmTier | "js")[] = ["relaxed", "wide", "simd", "js"];

/** Checks every tier of this engine. */
export async function run(data: EngineData, _options: { engine: string }): Promise<EngineReport> {
  const { tier, features, obstacles, version, kernel } = engine();
  const kernels = Object.fromEntries([64, 256, 1024, 2048, 4096].map((bits) => [bits, kernel(bits)]));
  const tiers: TierReport[] = [];
  for (const tier of data.tiers ?? TIERS) {
    tiers.push(runTier(tier, data));
    // lets the page handle its events between tiers
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return { engine: { tier, features, obstacles, version, kernels }, tiers };
}

const planted = (api: Modexp): Modexp => ({
  ...api,
  modPowVartime: (base, exponent, modulus) => api.modPowVartime(base, exponent, modulus) || BigInt(modulus),
});

/** The part of a list that an engine checks on a tier. */
const partOf =
  ({ share = { first: 0, of: 1 } }: EngineData, tier: Tier) =>
  <T>(list: Iterable<T>): T[] => {
    const of = tier === "js" && share.of > 1 ? 4 * share.of : share.of;
    return [...list].filter((_, i) => i % of === share.first);
  };

/** Checks curves on a tier with a module for them. */
function checkCurves(
  tier: CurvesTier,
  data: EngineData,
  attempt: (source: string, check: () => unknown) => void,
): void {
  const curves = createCurves({ tier });
  const part = partOf(data, tier);
  const kept = new Map();
  for (const record of part(data.curves ?? [])) {
    attempt(`curves, ${record.source}`, () => {
      checkCurveRecord(curves, kept, record);
      return 1;
    });
  }
  for (const name of part(["P-192", "P-256", "secp256k1", "P-384"] as const)) {
    attempt("curves, exceptions", () => checkExceptions(new curves.Curve(name)));
    attempt("curves, sums", () => checkSums(new curves.Curve(name), data.seed));
  }
}

function runTier(tier: WasmTier | "js", data: EngineData): TierReport {
  const start = performance.now();
  let api: Modexp;
  try {
    api = data.planted ? planted(createModexp({ tier })) : createModexp({ tier });
  } catch (error) {
    return {
      tier,
      status: "unsupported",
      reason: String(error),
      passed: 0,
      failed: 0,
      sources: {},
      failures: [],
      ms: 0,
    };
  }

  let failed = 0;
  const sources: Record<string, number> = {};
  const failures: string[] = [];
  // `check` returns false if the vector is not applicable, or the number of powers
  const attempt = (source: string, check: () => unknown) => {
    try {
      const result = check();
      if (result !== false) sources[source] = (sources[source] ?? 0) + (typeof result === "number" ? result : 1);
    } catch (error) {
      failed++;
      if (failures.length < 20) failures.push(String(error).slice(0, 1000));
    }
  };

  const part = partOf(data, tier);
  for (const vector of part(data.vectors)) attempt(vector.file, () => checkVector(api, vector));
  for (const each of part(randomCases(data.seed, data.cases))) attempt("random", () => checkCase(api, each));
  const bounds = boundCases(data.full ? 4200 : 600);
  for (const each of part(bounds)) attempt("bounds of digits", () => checkCase(api, each));
  for (const m of part(Array.from({ length: 64 }, (_, i) => i + 1))) {
    attempt("small numbers", () => checkSmall(api, m, data.exhaustive ? 1 : 16));
  }
  if (tier !== "js") attempt("nothing left in memory", () => checkRemains(tier));
  if (tier !== "js") {
    const pairings = createPairings({ tier });
    attempt("pairings", () => checkPairings(pairingNames, (name) => new pairings.Pairing(name), data.seed));
  }
  if (tier === "wide" || tier === "simd") {
    checkCurves(tier, data, attempt);
    const historical = createHistorical({ tier });
    attempt("historical pairings", () =>
      checkPairings(part(historicalPairingNames), (name) => new historical.Pairing(name), data.seed),
    );
  }
  attempt("small bases", () => checkSmallBases(api, data.share ? 4 : 20));
  attempt("pseudoprimes", () => checkPseudoprimes(api));
  const end = performance.now() + 1000 * (data.seconds ?? (data.share ? 2 : 5));
  for (let i = 0; performance.now() < end; i++) {
    attempt("every call", () => {
      try {
        return checkEveryCall(api, new Random(data.seed + i));
      } catch (error) {
        const after = Math.round((performance.now() - start) / 1000);
        throw new Error(`seed ${data.seed + i}, after ${after} s: ${error}`);
      }
    });
  }
  const corpus = data.corpus.map(fromHex);
  let left = data.cases / (data.share ? 40 : 10);
  for (const bytes of inputs(corpus, data.seed)) {
    if (left-- <= 0) break;
    attempt("fuzzer's inputs", () => powTarget(api)(bytes));
    attempt("fuzzer's inputs, EVM", () => evmTarget(bytes));
  }
  for (const [name, law] of Object.entries(laws(api))) {
    attempt("laws", () => {
      const result = fc.check(law as fc.IProperty<unknown>, { seed: data.seed, numRuns: 100 });
      if (result.failed) throw new Error(`${name}: ${fc.stringify(result.counterexample)}`);
      return result.numRuns;
    });
  }
  const passed = Object.values(sources).reduce((sum, count) => sum + count, 0);
  return { tier, status: "ran", passed, failed, sources, failures, ms: Math.round(performance.now() - start) };
}
