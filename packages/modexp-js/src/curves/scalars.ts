/** Scalars, which count modulo the order. */
import { type Int, toInt, toInts } from "../api/validate.js";
import { rangeError } from "../limbs/errors.js";
import { bitLength, MAX_BITS, sizeOf } from "../limbs/length.js";

/** The argument `name` as a scalar of at most 65,536 bits, so that its reduction takes microseconds. */
export function toScalar(value: Int, name: string): bigint {
  return checkScalar(toInt(value, name, Number.POSITIVE_INFINITY), name);
}

function checkScalar(k: bigint, name: string): bigint {
  const bits = sizeOf(k);
  if (bits <= MAX_BITS) return k;
  throw rangeError(
    `${name} must have at most ${MAX_BITS} bits, got ${bits}; pass its remainder modulo the order`,
    "MODEXP_TOO_LONG",
  );
}

/**
 * The argument `ks` as numbers of `words` words each. Negative and longer scalars are reduced here. The others may exceed the
 * order, and are reduced in constant time where they are used.
 */
export function toScalars(ks: readonly Int[], order: bigint): { scalars: bigint[]; words: number } {
  const words = Math.ceil(bitLength(order) / 64);
  const scalars = toInts(ks, "ks", Number.POSITIVE_INFINITY).map((given, i) => {
    const k = checkScalar(given, `ks[${i}]`);
    if (k >= 0n && k >> BigInt(64 * words) === 0n) return k;
    const rest = k % order;
    return rest < 0n ? rest + order : rest;
  });
  return { scalars, words };
}

/** Checks that `ks` and `points` have the same length. */
export function checkLengths(ks: { readonly length: number }, points: { readonly length: number }): void {
  if (ks.length !== points.length) {
    throw rangeError(
      `ks and Ps must have the same length, got ${ks.length} scalars and ${points.length} points`,
      "MODEXP_LENGTHS",
    );
  }
}
