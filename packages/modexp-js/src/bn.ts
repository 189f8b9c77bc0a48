/**
 * Powers on the integers of bn.js: `modPow` takes and returns them, `install` puts it in the place of the library's own.
 * @module modexp/bn.js
 */
export { type BN, type BNClass, install, modPow, modPowVartime } from "./adapters/bn.js";
export type { Power } from "./adapters/powers.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
