/** The result of every precompile, and its gas limit. */
import { type Int, show, toCount } from "../api/validate.js";
import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";

/** The result of a call. */
export interface PrecompileResult {
  /** The answer of the contract. */
  readonly output: Bytes;
  /** The gas that the call costs. */
  readonly gas: bigint;
}

/** Options of a call. */
export interface GasOptions {
  /** The most gas that the call may cost; 2^32 by default. */
  readonly gasLimit?: Int;
}

/** More than the gas of any block. Within it all numbers of `modexpPrecompile` fit into memory. */
const DEFAULT_GAS_LIMIT = 1n << 32n;

/** Checks the gas limit of the caller. @throws TypeError or RangeError if it is no count. */
export function toGasLimit(gasLimit: Int = DEFAULT_GAS_LIMIT): bigint {
  return toCount(gasLimit, "gasLimit");
}

/** @throws RangeError if the call costs more than `limit`. */
export function checkGas(gas: bigint, limit: bigint): void {
  if (gas <= limit) return;
  throw rangeError(`out of gas: this call needs ${gas}, got a gasLimit of ${show(limit)}`, "MODEXP_OUT_OF_GAS");
}
