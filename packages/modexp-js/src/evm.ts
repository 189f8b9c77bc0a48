/**
 * The modular exponentiation of the Ethereum virtual machine.
 * @module modexp/evm
 */
export type { Fork } from "./evm/forks.js";
export {
  type EvmOptions,
  modexpGas,
  modexpPrecompile,
  type PrecompileOptions,
  type PrecompileResult,
} from "./evm/precompile.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
