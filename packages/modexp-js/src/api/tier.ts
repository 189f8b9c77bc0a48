/** Which tier this engine runs. */

import { failure, unknownName } from "../limbs/errors.js";
import { features, type Tier } from "../wasm/features.js";
import { show } from "./validate.js";

/** All tiers, the fastest first. */
export const TIERS: readonly Tier[] = ["relaxed", "wide", "simd", "js"];

/** Options that ask for a tier, as messages show them. */
export const TIER_EXAMPLE = '{ tier: "relaxed" }';

/** The tier that was asked for, or the best that this engine can run. */
export function chooseTier(wanted: Tier | undefined): Tier {
  if (wanted === undefined) return TIERS.find(supports) ?? "js";
  if (!TIERS.includes(wanted)) {
    throw unknownName(`tier must be one of ${TIERS.map(show).join(", ")}, got ${show(wanted)}`);
  }
  const why = obstacle(wanted);
  if (why !== undefined) {
    const others = TIERS.filter(supports).map(show).join(", ");
    throw failure(`this engine cannot run tier ${show(wanted)}: ${why}; pass one of ${others}`, "MODEXP_ENGINE");
  }
  return wanted;
}

/** Whether this engine can run the kernels of `tier`. */
export function supports(tier: Tier): boolean {
  const { webAssembly, simd, relaxedSimd, fusedMultiplyAdd, wideArithmetic } = features();
  switch (tier) {
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

/** What keeps this engine from running the kernels of `tier`; undefined if nothing does. */
export function obstacle(tier: Tier): string | undefined {
  if (supports(tier)) return undefined;
  const { webAssembly, simd, relaxedSimd, wideArithmetic } = features();
  if (!webAssembly) return "WebAssembly is missing, or a content security policy without 'wasm-unsafe-eval' forbids it";
  if (!simd) return "it has no SIMD";
  if (tier === "wide" && !wideArithmetic) return "it has no wide arithmetic";
  return relaxedSimd ? "its relaxed multiply-add rounds twice" : "it has no relaxed SIMD";
}
