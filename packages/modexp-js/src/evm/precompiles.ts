/** The precompiled contracts of a fork, by their addresses. */
import { ownOptions } from "../api/validate.js";
import { type Fork, isSince } from "./forks.js";
import type { GasOptions, PrecompileResult } from "./gas.js";
import { p256Verify } from "./p256-verify.js";
import { pairingContracts } from "./pairing-contracts.js";
import { modexpPrecompile } from "./precompile.js";

/** A precompiled contract. It throws, with a code, where the call fails and takes all gas. */
export type Precompile = (input: Uint8Array, options?: GasOptions) => PrecompileResult;

/**
 * The precompiled contracts of `fork` that this package computes, by their addresses: 5 (`modexpPrecompile`); 6, 7 and 8 (alt_bn128:
 * EIP-196, 197, 1108); since Cancun 0x0a (point evaluation: EIP-4844); since Prague 0x0b to 0x11 (BLS12-381: EIP-2537); since Osaka
 * 0x100 (`p256Verify`). One that fails throws a RangeError with the code `MODEXP_PRECOMPILE`, `MODEXP_OUT_OF_GAS` or `MODEXP_FORK_LIMIT`.
 *
 * @throws TypeError if there is no such fork (code `MODEXP_UNKNOWN_NAME`).
 * @example
 * const contracts = precompiles("osaka");
 * contracts.get(0x100)?.(new Uint8Array(160)).gas; // 6900n
 * contracts.get(0x08)?.(new Uint8Array(0)).output[31]; // 1
 */
export function precompiles(fork: Fork): Map<number, Precompile> {
  const all = new Map<number, Precompile>([
    [
      0x05,
      (input, options) => {
        const { gasLimit } = ownOptions(options, ["gasLimit"], "{ gasLimit: 500n }");
        return modexpPrecompile(input, gasLimit === undefined ? { fork } : { gasLimit, fork });
      },
    ],
    ...pairingContracts(fork),
  ]);
  if (isSince(fork, "osaka")) all.set(0x100, p256Verify);
  return all;
}
