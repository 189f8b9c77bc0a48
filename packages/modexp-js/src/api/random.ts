/** Sources of random bytes. */

import type { Bytes } from "../limbs/bytes.js";
import { failure, type ModexpError, typeError } from "../limbs/errors.js";
import { isFunction, ownOptions, show } from "./validate.js";

/** Fills bytes with random ones, as `crypto.getRandomValues` does. Its result is ignored. */
export type RandomSource = (bytes: Bytes) => unknown;

/** Options of `CrtModulus.privateKeyOp`. */
export interface BlindingOptions {
  /**
   * Whether to compute on a random multiple. By default false; `true` takes random bytes from `crypto.getRandomValues`;
   * a function fills the bytes that it gets. It is called once for each result, with 8 bytes more than `byteLength`,
   * and once more for each random number without an inverse. Its errors are passed on.
   */
  readonly blind?: boolean | RandomSource;
}

/** The source of the option `blind`; undefined for false. */
export function sourceOf(options: BlindingOptions | undefined): RandomSource | undefined {
  const { blind = false } = ownOptions(options, ["blind"], "{ blind: true }");
  if (typeof blind === "function" && isFunction(blind)) return blind;
  if (typeof blind !== "boolean") throw typeError(`blind must be a boolean or a function, got ${show(blind)}`);
  return blind ? fromCrypto : undefined;
}

/** The error for a source that does not fill its bytes with new random ones. */
export function notRandom(name: string): ModexpError {
  return failure(`${name} must fill its bytes with random ones, at each call with others`, "MODEXP_NO_RANDOM");
}

/** `length` random bytes from `random`, by default from `crypto`. */
export function randomBytes(length: number, random: RandomSource = fromCrypto): Bytes {
  if (!isFunction(random)) throw typeError(`random must be a function, got ${show(random)}`);
  const bytes = new Uint8Array(length);
  random(bytes);
  // the source transferred them
  if (bytes.length !== length) throw notRandom("random");
  return bytes;
}

function fromCrypto(bytes: Bytes): void {
  if (typeof crypto !== "object") {
    throw failure("this engine has no crypto.getRandomValues; pass a function that fills bytes", "MODEXP_NO_RANDOM");
  }
  crypto.getRandomValues(bytes);
}
