/**
 * A test for primes on BigInt: a strong test to the base 2 and a strong Lucas test with Selfridge's parameters (Baillie and Wagstaff,
 * 1980). No known composite number passes both, and no composite number below 2^64 does.
 */
import { modInverseOf } from "../limbs/inverse.js";
import { BigIntArithmetic } from "./arithmetic.js";
import { jacobiOf } from "./jacobi.js";

/** The end of the search for |D|. Squares have no D; primes have one, unless they are made without it, of some ten thousand bits. */
const D_END = 2 ** 15;

/** Whether the odd p ≥ 3 is a prime. */
export function isOddPrime(p: bigint): boolean {
  return isStrongToBase2(p) && isStrongLucas(p);
}

/** Whether 2^d = 1 or 2^(d·2^i) = −1 mod p for one i below s, where p − 1 = d·2^s and d is odd. */
export function isStrongToBase2(p: bigint): boolean {
  const s = zeros(p - 1n);
  let power = new BigIntArithmetic(p).pow(2n, (p - 1n) >> BigInt(s));
  if (power === 1n) return true;
  for (let i = 1; i < s && power !== p - 1n; i++) power = (power * power) % p;
  return power === p - 1n;
}

/**
 * 1/Q − 2 mod p for P = 1 and Q = (1 − D)/4, where D is the first of 5, −7, 9, −11, … with the Jacobi symbol (D/p) = −1; undefined if
 * an earlier one shows a factor of p, or if none has this symbol.
 */
function lucasParameter(p: bigint): bigint | undefined {
  for (let size = 5; size < D_END; size += 2) {
    const d = size % 4 === 1 ? size : -size;
    const symbol = jacobiOf(BigInt(d), p);
    if (symbol === 0 && BigInt(size) !== p) return undefined;
    if (symbol >= 0) continue;
    const q = BigInt((1 - d) / 4);
    const inverse = modInverseOf(((q % p) + p) % p, p);
    return inverse === undefined ? undefined : (inverse + p - 2n) % p;
  }
  return undefined;
}

/**
 * Whether U_d = 0, or V_(d·2^i) = 0 for one i below s, where p + 1 = d·2^s and d is odd, in the Lucas sequences of D. In the sequence V' of
 * P' = v1 and Q' = 1 this is V'_d = 2 and V'_(d+1) = v1, or V'_k = −2 and V'_(k+1) = −v1 for k = d·2^i.
 */
export function isStrongLucas(p: bigint): boolean {
  const v1 = lucasParameter(p);
  if (v1 === undefined) return false;
  const s = zeros(p + 1n);
  const bits = (p + 1n).toString(2);
  const first = bits.length - s;
  let [x, y] = [2n, v1];
  for (let i = 1; i < bits.length; i++) {
    // V'_k and V'_(k+1) for the k of the first i bits
    const between = (x * y + p - v1) % p;
    [x, y] = bits[i - 1] === "1" ? [between, (y * y + p - 2n) % p] : [(x * x + p - 2n) % p, between];
    if (i === first && x === 2n % p && y === v1) return true;
    if (i >= first && x === p - 2n && y === (p - v1) % p) return true;
  }
  return false;
}

/** The number of trailing zero bits of x > 0. */
export function zeros(x: bigint): number {
  const bits = x.toString(2);
  return bits.length - 1 - bits.lastIndexOf("1");
}
