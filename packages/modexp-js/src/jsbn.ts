/**
 * Powers on the integers of jsbn: `modPow` takes and returns them, `install` puts it in the place of the library's own.
 * @module modexp/jsbn
 */
export { type BigInteger, type BigIntegerClass, install, modPow, modPowVartime } from "./adapters/jsbn.js";
export type { Power } from "./adapters/powers.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
