import { expose } from "comlink";
import { createModexp, type Modexp, type Tier } from "modexp/async";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { measure } from "../shared/measure.js";
import { bitLength } from "../shared/numbers.js";

/** A result, ready to show: writing a long number in decimal takes time too. */
export interface Answer {
  readonly value: bigint;
  readonly decimal: string;
  readonly hex: string;
  readonly ms: number;
  /** The method, in words. */
  readonly means: string;
}

/** The result of the check by the plain loop on BigInt. */
export interface Verification {
  readonly equal: boolean;
  readonly ms: number;
}

const instances = new Map<Tier | undefined, Promise<Modexp>>();

/** The instance of a tier. It is kept: its code is compiled once. */
function instanceOf(tier: Tier | undefined): Promise<Modexp> {
  const instance = instances.get(tier) ?? createModexp({ ...(tier && { tier }), maxBits: Number.POSITIVE_INFINITY });
  instances.set(tier, instance);
  return instance;
}

const api = {
  async compute(base: bigint, exponent: bigint, modulus: bigint, tier: Tier | undefined): Promise<Answer> {
    const { modPow, engine } = await instanceOf(tier);
    const { result: value, ms } = measure(() => modPow(base, exponent, modulus));
    const { tier: used, kernel } = engine();
    const short = used !== "js" && kernel(bitLength(modulus)) === "bigint";
    const means = short ? "on BigInt, which is faster at this size" : `on the tier ${used}`;
    return { value, decimal: `${value}`, hex: `0x${value.toString(16)}`, ms, means };
  },

  /** Checks `value` with the plain loop, and returns the loop's time. */
  verify(base: bigint, exponent: bigint, modulus: bigint, value: bigint): Verification {
    const b = ((base % modulus) + modulus) % modulus;
    const { result: power, ms } = measure(() => powBinary(b, exponent < 0n ? -exponent : exponent, modulus));
    // base^−e is the inverse of base^e: their product is 1
    const equal = exponent < 0n ? (power * value) % modulus === 1n % modulus : power % modulus === value;
    return { equal, ms };
  },
};

export type Calculator = typeof api;
expose(api);
