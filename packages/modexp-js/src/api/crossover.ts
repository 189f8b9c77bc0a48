/**
 * The sizes where a call into WebAssembly is slower than BigInt.
 *
 * A call into WebAssembly costs 1 µs, and a new modulus 1 µs at 256 bits and 6 µs at 2048. A step of the plain loop on
 * BigInt costs 0.3 µs at 256 bits and 4.5 µs at 2048 in most engines. V8 since 14.9 and JavaScriptCore keep the inverse of
 * the last modulus, up to 2048 bits, and take 0.1 µs and 1.8 µs. To measure which kind an engine is takes thousands of
 * divisions. So the code looks for Math.sumPrecise, which arrived at the same time. An engine with this function and without
 * the inverse gets BigInt a little too often, which is never slower than the plain loop.
 *
 * µs for BigInt / WebAssembly with a new modulus, exponents of 17 bits (16 for the first two rows), 64 and 128, the least of
 * 15 to 20 runs; Bun on Zen 3, with 17 bits in every row:
 *
 * | bits | Node 24, `relaxed` | Node 20, `simd` | Deno 2.9, `relaxed` | Bun 1.4, `wide` |
 * |---|---|---|---|---|
 * | 128 | 3.1/3.1, 12/5.6, 24/8.7 | 3.1/3.3, 12/5.8, 25/8.6 | 1.3/3.3, 4.5/5.8, 8.2/8.7 | 3.0/6.4, 11/9.4, 18/13 |
 * | 256 | 4.4/3.3, 19/5.8, 37/8.9 | 4.3/3.5, 19/5.8, 38/8.7 | 2.0/3.5, 8.3/5.9, 14/9.0 | 4.1/5.8, 18/7.4, 27/11 |
 * | 512 | 6.6/5.7, 39/13, 78/20 | 6.7/7.9, 40/22, 78/36 | 3.7/6.0, 18/14, 34/22 | 9.9/14, 39/18, 62/30 |
 * | 1024 | 19/10, 108/28, 204/49 | 19/16, 110/48, 208/82 | 13/10, 59/30, 110/50 | 23/24, 111/55, 175/97 |
 * | 2048 | 63/24, 351/77, 660/148 | 63/44, 343/155, 680/297 | 45/24, 214/78, 373/136 | 100/67, 401/178, 639/307 |
 */
import type { Tier } from "../wasm/features.js";

/** Math.sumPrecise is in V8 since 14.7, in JavaScriptCore and SpiderMonkey since 2025. */
const keepsInverse = "sumPrecise" in Math;

/** For moduli of at most `modulusBits` bits, BigInt takes exponents of fewer than `exponentBits` bits. */
type Thresholds = readonly (readonly [modulusBits: number, exponentBits: number])[];

const SLOW_BIGINT: Readonly<Record<Exclude<Tier, "js">, Thresholds>> = {
  native: limits([64, 180], [128, 18], [512, 14], [1024, 8], [Infinity, 5]),
  relaxed: limits([64, 180], [128, 18], [512, 14], [1024, 8], [Infinity, 5]),
  wide: limits([64, 180], [128, 20], [256, 14], [512, 20], [1024, 14], [Infinity, 9]),
  simd: limits([64, 180], [128, 19], [256, 13], [512, 20], [Infinity, 13]),
};

const FAST_BIGINT: Readonly<Record<Exclude<Tier, "js">, Thresholds>> = {
  native: limits([128, Infinity], [192, 50], [384, 44], [512, 24], [1024, 12], [2048, 8], [Infinity, 6]),
  relaxed: limits([128, Infinity], [192, 50], [384, 44], [512, 24], [1024, 12], [2048, 8], [Infinity, 6]),
  wide: limits([64, Infinity], [96, 56], [128, 44], [256, 26], [512, 22], [1024, 14], [Infinity, 12]),
  simd: limits([128, Infinity], [192, 50], [256, 44], [2048, Infinity], [Infinity, 28]),
};

/** Whether BigInt computes base^exponent mod m faster than `tier`, for an exponent of `exponentBits` bits. */
export function bigIntWins(tier: Tier, modulusBits: number, exponentBits: number): boolean {
  if (tier === "js") return true;
  return below((keepsInverse ? FAST_BIGINT : SLOW_BIGINT)[tier], modulusBits, exponentBits);
}

function limits(...thresholds: Thresholds): Thresholds {
  return thresholds;
}

function below(thresholds: Thresholds, modulusBits: number, exponentBits: number): boolean {
  for (const [bits, limit] of thresholds) if (modulusBits <= bits) return exponentBits < limit;
  return false;
}
