/** The precompiled contracts of a fork, by their addresses. */
import { type Fork, isSince } from "./forks.js";
import type { GasOptions, PrecompileResult } from "./gas.js";
import { p256Verify } from "./p256-verify.js";
import { modexpPrecompile } from "./precompile.js";

/** A precompiled contract. It throws, with a code, where the call fails and takes all gas. */
export type Precompile = (input: Uint8Array, options?: GasOptions) => PrecompileResult;

/**
 * The precompiled contracts of `fork` that this package computes, by their addresses: 5 (`modexpPrecompile`), and since Osaka 0x100
 * (`p256Verify`).
 *
 * @throws TypeError if there is no such fork (code `MODEXP_UNKNOWN_FORK`).
 * @example
 * const contracts = precompiles("osaka");
 * contracts.get(0x100)?.(new Uint8Array(160)).gas; // 6900n
 */
export function precompiles(fork: Fork): Map<number, Precompile> {
  const all = new Map<number, Precompile>([[0x05, (input, options) => modexpPrecompile(input, { ...options, fork })]]);
  if (isSince(fork, "osaka")) all.set(0x100, p256Verify);
  return all;
}
