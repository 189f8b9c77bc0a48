/** Where random bytes come from. */

import type { Bytes } from "../limbs/bytes.js";
import { failure, type ModexpError, typeError } from "../limbs/errors.js";
import { isFunction, ownOptions, show } from "./validate.js";

/** Fills bytes with random ones, as `crypto.getRandomValues` does; what it returns is ignored. */
export type RandomSource = (bytes: Bytes) => unknown;

/** Options of `CrtModulus.privateKeyOp`. */
export interface BlindingOptions {
  /**
   * Whether to compute on a random multiple, by default false: `true` for random bytes of `crypto.getRandomValues`, or a
   * function that fills the bytes it is given with random ones. It is called once for each result, for 8 bytes more than
   * the modulus has; again if by chance they have no inverse. What it throws comes through.
   */
  readonly blind?: boolean | RandomSource;
}

/** The source that the options ask for, if any. */
export function sourceOf(options: BlindingOptions | undefined): RandomSource | undefined {
  const { blind = false } = ownOptions(options, ["blind"], "{ blind: true }");
  if (typeof blind === "function" && isFunction(blind)) return blind;
  if (typeof blind !== "boolean") throw typeError(`blind must be a boolean or a function, got ${show(blind)}`);
  return blind ? fromCrypto : undefined;
}

/** The error for a source of the caller's that does not do what it must. */
export function notRandom(name: string): ModexpError {
  return failure(`${name} must fill its bytes with random ones, at each call with others`, "MODEXP_NO_RANDOM");
}

/** So many random bytes, from the caller's source or else from `crypto`. */
export function randomBytes(length: number, random: RandomSource = fromCrypto): Bytes {
  if (!isFunction(random)) throw typeError(`random must be a function, got ${show(random)}`);
  const bytes = new Uint8Array(length);
  random(bytes);
  // it took them away
  if (bytes.length !== length) throw notRandom("random");
  return bytes;
}

function fromCrypto(bytes: Bytes): void {
  if (typeof crypto !== "object") {
    throw failure("this engine has no crypto.getRandomValues; pass a function that fills bytes", "MODEXP_NO_RANDOM");
  }
  crypto.getRandomValues(bytes);
}
