/** Exponentiations with their answers by the reference. */

import { DIGITS, Random } from "./random.js";
import { gcd, mod, powReference } from "./reference.js";

/** One exponentiation and its answer. */
export interface Case {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
  readonly power: bigint;
}

const LARGEST = 2120;

/** `count` random cases with the boundary sizes of all kernels, and the special values of base and exponent. */
export function* randomCases(seed: number, count: number): Generator<Case> {
  const random = new Random(seed);
  for (let i = 0; i < count; i++) {
    const modulus = randomModulus(random);
    const exponent = randomExponent(random, modulus);
    const base = randomBase(random, modulus);
    yield { base, exponent, modulus, power: powReference(base, exponent, modulus) };
  }
}

function randomModulus(random: Random): bigint {
  // one in 50 is large, and few are even
  const m = random.shaped(random.bits(random.below(50) === 0 ? LARGEST : 640));
  return random.below(5) === 0 ? m : m | 1n;
}

function randomExponent(random: Random, modulus: bigint): bigint {
  const longest = modulus >> 256n ? 70 : 280;
  const bits = random.below(longest);
  switch (random.below(8)) {
    case 0:
      return random.pick([0n, 1n, 2n, 3n, 65537n]);
    case 1:
      return 1n << BigInt(bits);
    case 2:
      return (1n << BigInt(bits)) - 1n;
    default:
      return random.shaped(bits);
  }
}

function randomBase(random: Random, m: bigint): bigint {
  const bits = m.toString(2).length;
  switch (random.below(8)) {
    case 0:
      return random.pick([0n, 1n, 2n, m - 1n, m, m + 1n, 2n * m - 1n]);
    case 1:
      return random.shaped(random.below(2 * bits + 130));
    case 2:
      return -random.shaped(random.below(bits + 2));
    default:
      return random.shaped(bits) % m;
  }
}

/**
 * Cases with kernel operands at their bounds: moduli and Montgomery operands with all digits at their maximum,
 * alternating maximum and zero, and the last values below m.
 *
 * A kernel of radix 2^r computes on x·R mod m with R = 2^(r·digits); so base = pattern/R makes the pattern its operand.
 * This tries the radices and digit counts of all kernels on every kernel.
 */
export function* boundCases(largest: number): Generator<Case> {
  for (const radix of DIGITS) {
    for (const digits of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 20, 21, 24, 40, 41, 61, 80]) {
      for (const short of [0, 1, 2, 3]) {
        const bits = radix * digits - short;
        if (bits < 2 || bits > largest) continue;
        for (const m of boundModuli(bits, radix)) yield* boundOperands(m, radix, digits);
      }
    }
  }
}

function boundModuli(bits: number, radix: number): bigint[] {
  const top = 1n << BigInt(bits);
  return [
    top - 1n,
    (top >> 1n) + 1n,
    alternating(bits, radix) | 1n | (top >> 1n),
    top - (1n << BigInt(radix >> 1)) + 1n,
  ]
    .filter((m) => m > 1n && m < top)
    .map((m) => m | 1n);
}

function* boundOperands(m: bigint, radix: number, digits: number): Generator<Case> {
  const bits = m.toString(2).length;
  for (const moreDigits of [0, 1]) {
    const r = 1n << BigInt(radix * (digits + moreDigits));
    const rInverse = inverseOf(mod(r, m), m);
    for (const operand of [m - 1n, alternating(bits, radix) % m, (1n << BigInt(bits - 1)) - 1n]) {
      const base = mod(operand * rInverse, m);
      for (const exponent of [2n, 7n]) {
        yield { base, exponent, modulus: m, power: powReference(base, exponent, m) };
      }
    }
  }
}

/** `bits` bits: a digit of ones, a digit of zeros, and so on from the bottom. */
function alternating(bits: number, radix: number): bigint {
  const pair = "0".repeat(radix) + "1".repeat(radix);
  return BigInt(`0b${pair.repeat(Math.ceil(bits / pair.length)).slice(-bits)}`);
}

/** a⁻¹ mod m by Euclid; a and m are coprime. */
export function inverseOf(a: bigint, m: bigint): bigint {
  let [r, next, x, nextX] = [m, a, 0n, 1n];
  while (next !== 0n) {
    const quotient = r / next;
    [r, next, x, nextX] = [next, r - quotient * next, nextX, x - quotient * nextX];
  }
  if (gcd(a, m) !== 1n) throw new Error("not coprime");
  return mod(x, m);
}
