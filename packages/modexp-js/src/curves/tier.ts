/** Which module for curves or pairings this engine runs. */
import { obstacle, supports } from "../api/tier.js";
import { ownOptions, show } from "../api/validate.js";
import { failure, unknownName } from "../limbs/errors.js";
import type { CurvesTier } from "../wasm/curves.js";
import type { WasmTier } from "../wasm/features.js";
import type { PairingsTier } from "../wasm/pairings.js";

const EXAMPLE = '{ tier: "simd" }';

/** Options that ask for a tier. */
interface Wanted<T> {
  readonly tier?: T;
}

/** All tiers of curves, the fastest first. */
export const CURVES_TIERS: readonly CurvesTier[] = ["wide", "simd"];

/** All tiers of pairings, the fastest first. */
export const PAIRINGS_TIERS: readonly PairingsTier[] = ["wide", "relaxed", "simd"];

/** The tier of curves that the options ask for, or the best that this engine can run. */
export function chooseCurvesTier(options?: Wanted<CurvesTier>): CurvesTier {
  return choose("curves", CURVES_TIERS, options);
}

/** The tier of pairings that the options ask for, or the best that this engine can run. */
export function choosePairingsTier(options?: Wanted<PairingsTier>): PairingsTier {
  return choose("pairings", PAIRINGS_TIERS, options);
}

/** The options of `createCurves` and `createPairings`, read once; undefined where they ask for no tier. */
export function readTier<T>(options: Wanted<T> | undefined): { readonly tier: T } | undefined {
  const { tier } = ownOptions(options, ["tier"], EXAMPLE);
  return tier === undefined ? undefined : { tier };
}

function choose<T extends WasmTier>(what: string, tiers: readonly T[], options?: Wanted<T>): T | "simd" {
  const { tier: wanted } = ownOptions(options, ["tier"], EXAMPLE);
  if (wanted !== undefined && !tiers.includes(wanted)) {
    throw unknownName(`tier must be one of ${tiers.map(show).join(", ")}, got ${show(wanted)}`);
  }
  const tier = wanted ?? tiers.find(supports) ?? "simd";
  const why = obstacle(tier);
  if (why !== undefined) throw failure(`this engine cannot run tier ${show(tier)} of ${what}: ${why}`, "MODEXP_ENGINE");
  return tier;
}
