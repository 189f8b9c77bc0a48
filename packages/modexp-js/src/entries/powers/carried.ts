/** The main entry's own instance. Its WebAssembly is compiled at the first call. */

import type { Context } from "../../api/context.js";
import type { CrtModulus as CrtModulusOf } from "../../api/crt.js";
import type { FixedBase as FixedBaseOf } from "../../api/fixed-base.js";
import { bind, type Modexp, type ModexpOptions } from "../../api/modexp.js";
import type { Modulus as ModulusOf } from "../../api/modulus.js";
import { TIER_EXAMPLE } from "../../api/tier.js";
import { limitOf, ownOptions } from "../../api/validate.js";
import { MAX_BITS } from "../../limbs/length.js";
import { open } from "./opening.js";

let context: Context | undefined;
const main: Modexp = bind(() => {
  context ??= open();
  return context;
});

/**
 * base^exponent mod modulus, in [0, modulus), for any modulus ≥ 1; constant time in the values. A negative exponent means
 * the inverse. {@link Modexp.modPow} says more.
 *
 * @throws TypeError if an argument is neither a bigint nor a safe integer.
 * @throws RangeError if modulus < 1, or exponent < 0 and base has no inverse.
 * @example
 * modPow(3n, 100n, 1_000_000_007n); // 886041711n
 */
export const modPow: Modexp["modPow"] = main.modPow;

/**
 * `modPow` for public values: faster, in variable time.
 *
 * @throws TypeError and RangeError as `modPow`.
 * @example
 * modPowVartime(5n, 65537n, 2n ** 61n - 1n); // 2211142229165893155n
 */
export const modPowVartime: Modexp["modPowVartime"] = main.modPowVartime;

/**
 * The x in [0, modulus) with a·x ≡ 1 (mod modulus).
 *
 * @throws TypeError if an argument is neither a bigint nor a safe integer.
 * @throws RangeError if modulus < 1, or a and modulus have a common factor.
 * @example
 * modInverse(3n, 10n); // 7n
 */
export const modInverse: Modexp["modInverse"] = main.modInverse;

/**
 * The engine that computes: tier, kernel by size, features, version.
 *
 * @example
 * engine().kernel(16); // "bigint"
 */
export const engine: Modexp["engine"] = main.engine;
/**
 * The plan of an exponentiation with an exponent of `exponentBits` bits: method, window, and exact counts.
 *
 * @throws TypeError if an argument is of the wrong type; RangeError if a number of bits is out of range.
 * @example
 * plan(256).method; // "fixed-window"
 */
export const plan: Modexp["plan"] = main.plan;

/** Makes a {@link Modulus}. */
export const Modulus: Modexp["Modulus"] = main.Modulus;
/** A modulus, prepared once and used many times. */
export type Modulus = ModulusOf;

/** Takes saved tables; `Modulus.fixedBase` makes new ones. */
export const FixedBase: Modexp["FixedBase"] = main.FixedBase;
/** A base with tables of its powers. */
export type FixedBase = FixedBaseOf;

/** Makes a {@link CrtModulus}. */
export const CrtModulus: Modexp["CrtModulus"] = main.CrtModulus;
/** A product of different odd primes, for those who know them. */
export type CrtModulus = CrtModulusOf;

/**
 * An independent instance with its own WebAssembly memory.
 *
 * @throws TypeError if there is no tier of that name; Error if this engine cannot run it.
 * @example
 * createModexp({ tier: "js" }).modPow(3n, 4n, 50n); // 31n
 * createModexp({ maxBits: 4096 }).modPow(3n, 1n << 4095n, 2n ** 61n - 1n); // 2179158663583714027n
 */
export function createModexp(options?: ModexpOptions): Modexp {
  const maxBits = limitOf(options, MAX_BITS);
  const own = open(ownOptions(options, ["tier"], TIER_EXAMPLE).tier);
  return bind(() => own, { maxBits });
}
