/** Which module for curves or pairings this engine runs. */
import { bestOf, CURVES_TIERS, obstacle, PAIRINGS_TIERS } from "../api/tier.js";
import { ownOptions, show } from "../api/validate.js";
import { failure, typeError, unknownName } from "../limbs/errors.js";
import type { CurvesTier } from "../wasm/curves.js";
import type { WasmTier } from "../wasm/features.js";
import type { PairingsTier } from "../wasm/pairings.js";

/** Options that ask for a tier. */
interface Wanted<T> {
  readonly tier?: T;
}

/** The tier of curves that the options ask for, or the best of those `inside` that this engine can run. */
export function chooseCurvesTier(options?: Wanted<CurvesTier>, inside: readonly string[] = CURVES_TIERS): CurvesTier {
  return choose("curves", CURVES_TIERS, options, inside);
}

/** The tier of pairings that the options ask for, or the best of those `inside` that this engine can run. */
export function choosePairingsTier(
  options?: Wanted<PairingsTier>,
  inside: readonly string[] = PAIRINGS_TIERS,
): PairingsTier {
  return choose("pairings", PAIRINGS_TIERS, options, inside);
}

/** Checks that the options ask for no tier but `only`, the one that an edge worker has. */
export function onlyTier<T extends WasmTier>(only: T, tiers: readonly T[], options?: Wanted<T>): T {
  const wanted = wantedOf(tiers, options) ?? only;
  if (wanted !== only) throw typeError(`tier must be ${show(only)} in an edge worker, got ${show(wanted)}`);
  return only;
}

function choose<T extends WasmTier>(
  what: string,
  tiers: readonly T[],
  options: Wanted<T> | undefined,
  inside: readonly string[],
): T | "simd" {
  const tier = wantedOf(tiers, options) ?? bestOf(tiers, inside) ?? "simd";
  const why = obstacle(tier);
  if (why !== undefined) throw failure(`this engine cannot run tier ${show(tier)} of ${what}: ${why}`, "MODEXP_ENGINE");
  return tier;
}

function wantedOf<T extends WasmTier>(tiers: readonly T[], options?: Wanted<T>): T | undefined {
  const { tier } = ownOptions(options, ["tier"], '{ tier: "simd" }');
  if (tier !== undefined && !tiers.includes(tier)) {
    throw unknownName(`tier must be one of ${tiers.map(show).join(", ")}, got ${show(tier)}`);
  }
  return tier;
}
