/** Inverses modulo a number, in variable time. */
import { bitLength } from "./length.js";

/** Bits of the head of a number: sums of heads and cofactors are exact as numbers of JavaScript. */
const HEAD = 50;

/**
 * a⁻¹ mod m for a in [0, m); undefined if a and m have a common factor. Lehmer's form of the extended Euclidean algorithm (Knuth, volume 2,
 * 4.5.2, Algorithm L): the heads of the numbers give most quotients, about 15 at once. At 256 bits it takes a quarter of the time of one
 * division for each step.
 */
export function modInverseOf(a: bigint, m: bigint): bigint | undefined {
  let [r, next] = [m, a];
  let [x, nextX] = [0n, 1n];
  // invariant: r ≡ x·a and next ≡ nextX·a (mod m)
  while (next !== 0n) {
    const [s, t, u, v] = stepsOf(r, next);
    if (t === 0) {
      const quotient = r / next;
      [r, next] = [next, r - quotient * next];
      [x, nextX] = [nextX, x - quotient * nextX];
      continue;
    }
    const [S, T, U, V] = [BigInt(s), BigInt(t), BigInt(u), BigInt(v)];
    [r, next] = [S * r + T * next, U * r + V * next];
    [x, nextX] = [S * x + T * nextX, U * x + V * nextX];
  }
  if (r !== 1n) return undefined;
  return x < 0n ? x + m : x % m;
}

/** s, t, u, v: the heads of r ≥ next decide some steps; after them the pair is s·r + t·next, u·r + v·next. t = 0 if they decide none. */
function stepsOf(r: bigint, next: bigint): [s: number, t: number, u: number, v: number] {
  const shift = BigInt(Math.max(bitLength(r) - HEAD, 0));
  let [p, q] = [Number(r >> shift), Number(next >> shift)];
  let [s, t, u, v] = [1, 0, 0, 1];
  // r / next of the whole numbers is between (p + s) / (q + u) and (p + t) / (q + v)
  while (q + u !== 0 && q + v !== 0) {
    const quotient = Math.floor((p + s) / (q + u));
    if (quotient !== Math.floor((p + t) / (q + v))) break;
    [s, u] = [u, s - quotient * u];
    [t, v] = [v, t - quotient * v];
    [p, q] = [q, p - quotient * q];
  }
  return [s, t, u, v];
}
