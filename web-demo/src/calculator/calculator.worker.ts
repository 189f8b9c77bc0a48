import { expose } from "comlink";
import { createModexp, type Tier } from "modexp/async";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { bitLength } from "../shared/numbers.js";

/** A result, ready to be shown: to write a long number in decimal takes its time too. */
export interface Answer {
  readonly value: bigint;
  readonly decimal: string;
  readonly hex: string;
  readonly ms: number;
  /** What computed it, in words. */
  readonly means: string;
}

/** What the plain loop on BigInt came to. */
export interface Verification {
  readonly equal: boolean;
  readonly ms: number;
}

const api = {
  async compute(base: bigint, exponent: bigint, modulus: bigint, tier: Tier | undefined): Promise<Answer> {
    const { modPow, engine } = await createModexp({ ...(tier && { tier }), maxBits: Number.POSITIVE_INFINITY });
    const start = performance.now();
    const value = modPow(base, exponent, modulus);
    const ms = performance.now() - start;
    const { tier: used, kernel } = engine();
    const short = used !== "js" && kernel(bitLength(modulus)) === "bigint";
    const means = short ? "on BigInt, which is faster at this size" : `on the tier ${used}`;
    return { value, decimal: `${value}`, hex: `0x${value.toString(16)}`, ms, means };
  },

  /** Whether the plain loop comes to `value` too, and in what time. */
  verify(base: bigint, exponent: bigint, modulus: bigint, value: bigint): Verification {
    const b = ((base % modulus) + modulus) % modulus;
    const start = performance.now();
    // base^−e is the inverse of base^e: their product is 1
    const equal =
      exponent >= 0n
        ? powBinary(b, exponent, modulus) % modulus === value
        : (powBinary(b, -exponent, modulus) * value) % modulus === 1n % modulus;
    return { equal, ms: performance.now() - start };
  },
};

export type Calculator = typeof api;
expose(api);
