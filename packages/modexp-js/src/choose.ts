/**
 * Where BigInt is faster than the way into WebAssembly and back.
 *
 * A call there costs 1 µs, a new modulus 2 µs at 256 bits and 15 µs at 2048; a step of the plain loop on BigInt costs
 * 0.3 µs at 256 bits and 4.5 µs at 2048 in most engines. But V8 since 14.9 and JavaScriptCore keep the inverse of the
 * last modulus, up to 2048 bits, and take 0.1 µs and 1.8 µs. Measuring which of the two an engine does takes too long: it
 * shows after thousands of divisions only. So a function of the language that came with it stands for it; engines that
 * have the one without the other get BigInt a little too often, which is never slower than the plain loop.
 *
 * µs for plain loop / WebAssembly with a new modulus, exponents of 17, 64 and 256 bits:
 *
 * | bits | Node 24, `relaxed` | Node 20, `simd` | Deno 2.9, `relaxed` | Bun 1.4, `wide` |
 * |---|---|---|---|---|
 * | 128 | 2.6/5.3, 14/9.0, – | 2.6/5.7, 14/11, – | 0.8/5.8, 3.9/9.4, – | 0.7/3.8, 3.7/6.8, – |
 * | 256 | 3.6/5.4, 19/9.4, 86/24 | 3.7/5.5, 20/10, 87/29 | 1.2/6.0, 6.0/10, 26/26 | 1.0/5.3, 5.2/10, 22/31 |
 * | 512 | 6.7/8.9, 38/18, 169/49 | 9.3/14, 54/30, 217/89 | 2.4/10, 14/20, 54/53 | 2.3/8.6, 14/19, 51/55 |
 * | 1024 | 19/17, 95/35, 435/106 | 25/30, 273/96, 798/171 | 7.0/19, 35/39, 155/115 | 5.9/17, 35/41, 143/127 |
 * | 2048 | 61/44, 324/92, 1335/285 | 64/65, 354/151, 1354/490 | 23/45, 129/97, 528/307 | 21/64, 114/158, 481/514 |
 * | 4096 | 197/115, 1055/284, 4281/935 | 202/247, 1443/629, 9615/1871 | 133/117, 706/293, 2937/963 | 144/189, 820/478, 3290/1570 |
 */
import type { Tier } from "./load.js";

/** Math.sumPrecise is in V8 since 14.7, in JavaScriptCore and SpiderMonkey since 2025. */
const keepsInverse = "sumPrecise" in Math;

/** [bits of the modulus, bits of the exponent]: up to this modulus, exponents below that are for BigInt. */
type Thresholds = readonly (readonly [modulusBits: number, exponentBits: number])[];

const SLOW_BIGINT: Readonly<Record<Exclude<Tier, "js">, Thresholds>> = {
  relaxed: limits([64, 64], [128, 40], [512, 26], [1024, 17], [Infinity, 8]),
  wide: limits([64, 64], [128, 40], [512, 26], [1024, 17], [Infinity, 8]),
  simd: limits([64, 64], [256, 28], [Infinity, 20]),
};

const FAST_BIGINT: Readonly<Record<Exclude<Tier, "js">, Thresholds>> = {
  relaxed: limits([192, Infinity], [256, 200], [384, 320], [512, 200], [1024, 80], [2048, 32], [Infinity, 9]),
  wide: limits([512, Infinity], [1024, 200], [2048, 1000], [Infinity, 24]),
  simd: limits([2048, Infinity], [Infinity, 28]),
};

/** Whether base^exponent mod m, for an exponent of `exponentBits` bits, is over on BigInt before it would be on `tier`. */
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
