/** The choice of the tier. */

import { failure, unknownName } from "../limbs/errors.js";
import { features, type PowersModule, type Tier, type WasmTier } from "../wasm/features.js";
import { nativeModule } from "./addon.js";
import { show } from "./validate.js";

// Every entry, thread and command takes the first tier of these lists that its modules have and the engine can run. Where `native`
// is inside, it comes before all. docs/engines.md has the figures behind the order.

/** All tiers without an addon, the fastest first. */
export const TIERS: readonly (WasmTier | "js")[] = ["relaxed", "wide", "simd", "js"];

/** All tiers of curves and of historical pairings, the fastest first. */
export const CURVES_TIERS: readonly Exclude<WasmTier, "relaxed">[] = ["wide", "simd"];

/** All tiers of pairings, the fastest first. */
export const PAIRINGS_TIERS: readonly WasmTier[] = ["wide", "relaxed", "simd"];

/** The modules, by tier, that computed a wrong product in this engine. */
const wrong = new Set<Tier | PowersModule>();

/** Notes that the kernels of `module` compute wrongly in this engine: it is not chosen again. */
export function giveUp(module: Tier | PowersModule): void {
  wrong.add(module);
}

/** Whether the kernels of `tier` compute wrongly. Those of `wide` made `relaxed-wide` wrong unless `relaxed` is wrong alone. */
function isWrong(tier: Tier): boolean {
  return wrong.has(tier) || (tier === "wide" && wrong.has("relaxed-wide") && !wrong.has("relaxed"));
}

/** Options with a tier, as messages show them. */
export const TIER_EXAMPLE = '{ tier: "relaxed" }';

/** `tiers`, after `native` if it is one of `inside`. */
export function tiersOf<T extends Tier>(tiers: readonly T[], inside: readonly string[]): readonly (T | "native")[] {
  return inside.includes("native") ? ["native", ...tiers] : tiers;
}

/** The first of `tiers` that is one of `inside` and that this engine can run. */
export function bestOf<T extends Tier>(tiers: readonly T[], inside: readonly string[]): T | undefined {
  return tiers.find((each) => inside.includes(each) && supports(each));
}

/** `wanted`, or without it the fastest tier of `inside` that this engine can run. */
export function chooseTier(wanted: Tier | undefined, inside: readonly string[] = TIERS): Tier {
  const tiers = tiersOf(TIERS, inside);
  if (wanted === undefined) return bestOf(tiers, inside) ?? "js";
  if (!tiers.includes(wanted)) {
    throw unknownName(`tier must be one of ${tiers.map(show).join(", ")}, got ${show(wanted)}`);
  }
  const why = obstacle(wanted);
  if (why !== undefined) {
    const others = tiers.filter(supports).map(show).join(", ");
    throw failure(`this engine cannot run tier ${show(wanted)}: ${why}; pass one of ${others}`, "MODEXP_ENGINE");
  }
  return wanted;
}

/** `wanted`, or without it the fastest tier with a file that this engine can run. */
export function fetchedTier(wanted: Tier | undefined): WasmTier | "js" {
  // the cast: `native` is not inside
  return chooseTier(wanted) as WasmTier | "js";
}

/** The module of powers on `tier`, where the modules `inside` can be chosen. */
export function powersModule<T extends Tier>(
  tier: T,
  inside: readonly string[] = ["relaxed-wide"],
): T | "relaxed-wide" {
  return tier === "relaxed" && inside.includes("relaxed-wide") && supports("wide") ? "relaxed-wide" : tier;
}

/** Whether this engine can run the kernels of `tier`. */
export function supports(tier: Tier): boolean {
  if (isWrong(tier)) return false;
  const { webAssembly, simd, relaxedSimd, fusedMultiplyAdd, wideArithmetic } = features();
  switch (tier) {
    case "native":
      return nativeModule("powers") !== undefined;
    case "relaxed":
      return webAssembly && relaxedSimd && fusedMultiplyAdd;
    case "wide":
      return webAssembly && simd && wideArithmetic;
    case "simd":
      return webAssembly && simd;
    case "js":
      return true;
  }
}

/** Why this engine cannot run the WebAssembly that is faster than `tier`, or that computed a wrong product. */
export function obstaclesBefore(tier: Tier): Readonly<Partial<Record<Tier, string>>> {
  const found: Partial<Record<Tier, string>> = {};
  if (tier === "native") return found;
  for (const [place, each] of TIERS.entries()) {
    const why = place < TIERS.indexOf(tier) || isWrong(each) ? obstacle(each) : undefined;
    if (why !== undefined) found[each] = why;
  }
  return found;
}

/** The reason why this engine cannot run the kernels of `tier`; undefined if it can. */
export function obstacle(tier: Tier): string | undefined {
  if (supports(tier)) return undefined;
  if (isWrong(tier)) return "it computed a wrong product";
  if (tier === "native") return "the addon for this platform is not installed, or MODEXP_NATIVE is 0";
  const { webAssembly, simd, relaxedSimd, wideArithmetic } = features();
  if (!webAssembly) return "WebAssembly is missing, or a content security policy without 'wasm-unsafe-eval' forbids it";
  if (!simd) return "its SIMD is missing or computes wrongly";
  if (tier === "wide" && !wideArithmetic) return "its wide arithmetic is missing or computes wrongly";
  return relaxedSimd ? "its relaxed multiply-add rounds twice" : "it has no relaxed SIMD";
}
