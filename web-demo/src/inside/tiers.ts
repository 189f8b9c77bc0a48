/** The explanations of modexp's tiers. */
import type { Features, Tier } from "modexp/async";

/** The lengths of exponents that the page shows product by product. */
export const EXPONENT_BITS = [16, 32, 64, 128, 256] as const;

/** The length of the modulus for the plans: the best width of a window depends on it. */
export const MODULUS_BITS = 2048;

interface TierInfo {
  readonly tier: Tier;
  readonly how: string;
  readonly needs: readonly (keyof Features)[];
}

/** The tiers in modexp's order of trial, the fastest first. */
export const TIERS: readonly TierInfo[] = [
  {
    tier: "relaxed",
    how: "51-bit digits in floating point, multiplied exactly by fused multiply-add",
    needs: ["webAssembly", "relaxedSimd", "fusedMultiplyAdd"],
  },
  { tier: "wide", how: "64-bit digits, 128-bit products", needs: ["webAssembly", "simd", "wideArithmetic"] },
  { tier: "simd", how: "28-bit digits, two products at a time", needs: ["webAssembly", "simd"] },
  { tier: "js", how: "BigInt in JavaScript, where WebAssembly is missing or forbidden", needs: [] },
];

/** modexp's feature tests, in words. */
export const PROBES: readonly { readonly feature: keyof Features; readonly name: string; readonly how: string }[] = [
  { feature: "webAssembly", name: "WebAssembly", how: "an empty module is compiled" },
  { feature: "simd", name: "Vectors of 128 bits", how: "a module with a splat is validated" },
  { feature: "relaxedSimd", name: "Relaxed SIMD", how: "a module with relaxed_madd is validated" },
  { feature: "fusedMultiplyAdd", name: "Fused multiply-add", how: "a product of 55 bits must keep its last bit" },
  { feature: "wideArithmetic", name: "Wide arithmetic", how: "a module with mul_wide_u is validated" },
];

/** Why the browser cannot run a tier, or undefined. */
export function obstacle(tier: Tier, features: Features): string | undefined {
  const missing = TIERS.find((each) => each.tier === tier)?.needs.find((need) => !features[need]);
  return missing && `${PROBES.find(({ feature }) => feature === missing)?.name} is missing`;
}

/** The reason for this tier, in a sentence. */
export function reason(tier: Tier, features: Features): string {
  const better = TIERS.slice(
    0,
    TIERS.findIndex((each) => each.tier === tier),
  );
  const skipped = better.map((each) => [each.tier, obstacle(each.tier, features)] as const);
  const why = skipped
    .filter(([, missing]) => missing !== undefined)
    .map(([name, missing]) => `${name} cannot run: ${missing}`);
  return why.length === 0 ? "It is the fastest, and this browser can run it." : `${why.join("; ")}.`;
}
