/**
 * Powers on the integers of big-integer: `modPow` takes and returns them, `install` puts it in the place of the library's own.
 * @module modexp/big-integer
 */
export { type BigInteger, type BigIntegerFunction, install, modPow, modPowVartime } from "./adapters/big-integer.js";
export type { Power } from "./adapters/powers.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
