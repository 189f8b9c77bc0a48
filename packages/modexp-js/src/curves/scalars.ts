/** Scalars, which count modulo the order. */
import { type Int, toInts } from "../api/validate.js";
import { bitLength } from "../limbs/bit-length.js";
import { MAX_BITS } from "../limbs/limit.js";

/**
 * The argument `ks` as numbers of `words` words each. Those that have more, and negative ones, are reduced here; the others, up to
 * some above the order, in constant time where they are used.
 */
export function toScalars(ks: readonly Int[], order: bigint): { scalars: bigint[]; words: number } {
  const words = Math.ceil(bitLength(order) / 64);
  const scalars = toInts(ks, "ks", MAX_BITS).map((k) => {
    if (k >= 0n && k >> BigInt(64 * words) === 0n) return k;
    const rest = k % order;
    return rest < 0n ? rest + order : rest;
  });
  return { scalars, words };
}
