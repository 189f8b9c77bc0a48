/** What every precompile gives, and the gas that there is for it. */
import { type Int, show, toCount } from "../api/validate.js";
import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";

/** What a call gives. */
export interface PrecompileResult {
  /** The answer of the contract. */
  readonly output: Bytes;
  /** What the call costs. */
  readonly gas: bigint;
}

/** Options of a call. */
export interface GasOptions {
  /** The gas that there is for the call; 2^32 by default. */
  readonly gasLimit?: Int;
}

/** More than any block has, and little enough that all numbers of `modexpPrecompile` fit into memory. */
const DEFAULT_GAS_LIMIT = 1n << 32n;

/** A gas limit of the caller's. @throws TypeError or RangeError if it is no count. */
export function toGasLimit(gasLimit: Int = DEFAULT_GAS_LIMIT): bigint {
  return toCount(gasLimit, "gasLimit");
}

/** @throws RangeError if the call costs more than there is. */
export function checkGas(gas: bigint, limit: bigint): void {
  if (gas <= limit) return;
  throw rangeError(`out of gas: this call needs ${gas}, got a gasLimit of ${show(limit)}`, "MODEXP_OUT_OF_GAS");
}
