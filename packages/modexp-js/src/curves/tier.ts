/** The choice of the module for curves or pairings. */
import { bestOf, CURVES_TIERS, obstacle, PAIRINGS_TIERS, tiersOf } from "../api/tier.js";
import { ownOptions, show } from "../api/validate.js";
import { failure, typeError, unknownName } from "../limbs/errors.js";
import type { Tier, WasmTier } from "../wasm/features.js";

/** A kind of modules: its name in errors, and its tiers, the fastest first. */
export interface PointsTiers<T extends WasmTier> {
  readonly what: string;
  readonly tiers: readonly T[];
}

/** Modules for curves over GF(p), and for historical pairings. */
export const CURVES: PointsTiers<Exclude<WasmTier, "relaxed">> = { what: "curves", tiers: CURVES_TIERS };

/** The module for curves over GF(2^m). */
export const BINARY_CURVES: PointsTiers<"simd"> = { what: "curves", tiers: ["simd"] };

export const PAIRINGS: PointsTiers<WasmTier> = { what: "pairings", tiers: PAIRINGS_TIERS };

/** Options with a tier. */
interface Wanted<T> {
  readonly tier?: T;
}

/** The tier in the options, or the fastest of `inside` that this engine can run. */
export function pointsTier<T extends WasmTier>(
  { what, tiers }: PointsTiers<T>,
  options: Wanted<T | "native"> | undefined,
  inside: readonly string[],
): T | "simd" | "native" {
  const known = tiersOf(tiers, inside);
  const tier = wantedOf(known, options) ?? bestOf(known, inside) ?? "simd";
  const why = obstacle(tier);
  if (why !== undefined) throw failure(`this engine cannot run tier ${show(tier)} of ${what}: ${why}`, "MODEXP_ENGINE");
  return tier;
}

/** The tier in the options, or the fastest with a file that this engine can run. */
export function fetchedPointsTier<T extends WasmTier>(of: PointsTiers<T>, options?: Wanted<T | "native">): T | "simd" {
  // the cast: `native` is not inside
  return pointsTier(of, options, of.tiers) as T | "simd";
}

/** Checks that the options ask for no tier except `only`, the tier of an edge worker. */
export function onlyTier<T extends WasmTier>(only: T, { tiers }: PointsTiers<T>, options?: Wanted<T | "native">): T {
  const wanted = wantedOf<T | "native">(tiers, options) ?? only;
  if (wanted !== only) throw typeError(`tier must be ${show(only)} in an edge worker, got ${show(wanted)}`);
  return only;
}

function wantedOf<T extends Tier>(tiers: readonly T[], options?: Wanted<T>): T | undefined {
  const { tier } = ownOptions(options, ["tier"], '{ tier: "simd" }');
  if (tier !== undefined && !tiers.includes(tier)) {
    throw unknownName(`tier must be one of ${tiers.map(show).join(", ")}, got ${show(tier)}`);
  }
  return tier;
}
