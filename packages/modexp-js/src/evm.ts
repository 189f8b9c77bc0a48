/**
 * Precompiled contracts of the Ethereum virtual machine: modular exponentiation, signatures on P-256, points and pairings on
 * alt_bn128 and BLS12-381.
 * @module modexp/evm
 */
export { type EarlierFork, type Eip, type Fork, type ForkAlias, forks, isFork } from "./evm/forks.js";
export type { GasOptions, PrecompileResult } from "./evm/gas.js";
export { p256Verify } from "./evm/p256-verify.js";
export { type EvmOptions, modexpGas, modexpPrecompile, type PrecompileOptions } from "./evm/precompile.js";
export { type Precompile, type PrecompilesOptions, precompiles } from "./evm/precompiles.js";
export type { Bytes } from "./limbs/bytes.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
