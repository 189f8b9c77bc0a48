/** The precompiled contracts of a fork, or of some EIPs, by their addresses. */
import { ownOptions } from "../api/validate.js";
import { typeError } from "../limbs/errors.js";
import { type EarlierFork, type Eip, eipsOf, type Fork, type ForkAlias, toEips } from "./forks.js";
import type { GasOptions, PrecompileResult } from "./gas.js";
import { rulesOf } from "./modexp-gas.js";
import { p256Verify } from "./p256-verify.js";
import { pairingContracts } from "./pairing-contracts.js";
import { modexpBy } from "./precompile.js";

/** A precompiled contract. It throws, with a code, if the call fails and takes all gas. */
export type Precompile = (input: Uint8Array, options?: GasOptions) => PrecompileResult;

/** A choice of precompiled contracts: of a fork, of some EIPs, or of both. */
export interface PrecompilesOptions {
  /** The fork; without it only the contracts of `eips`. */
  readonly fork?: Fork | EarlierFork | ForkAlias;
  /** EIPs that are in force in addition. One that only changes a price or a limit brings no contract. */
  readonly eips?: readonly Eip[];
}

const EXAMPLE = '{ fork: "berlin", eips: [2537] }';

/**
 * The precompiled contracts of `fork` that this package computes, by their addresses: since Byzantium 5 (`modexpPrecompile`); 6, 7 and 8
 * (alt_bn128: EIP-196, 197, 1108); since Cancun 0x0a (point evaluation: EIP-4844); since Prague 0x0b to 0x11 (BLS12-381: EIP-2537); since
 * Osaka 0x100 (`p256Verify`). Earlier forks have none. A call that fails throws a RangeError with the code `MODEXP_OUT_OF_GAS`,
 * `MODEXP_FORK_LIMIT`, or one that begins with `MODEXP_PRECOMPILE_`.
 *
 * @throws TypeError if the fork is unknown (code `MODEXP_UNKNOWN_NAME`), or neither a fork nor EIPs are given; RangeError if this version
 * does not know one of the EIPs.
 * @example
 * const contracts = precompiles("osaka");
 * contracts.get(0x100)?.(new Uint8Array(160)).gas; // 6900n
 * contracts.get(0x08)?.(new Uint8Array(0)).output[31]; // 1
 * precompiles({ fork: "berlin", eips: [2537] }).get(0x10)?.(new Uint8Array(64)).gas; // 5500n
 */
export function precompiles(of: Fork | EarlierFork | ForkAlias | PrecompilesOptions): Map<number, Precompile> {
  const eips = typeof of === "object" ? eipsOfOptions(of) : eipsOf(of);
  const rules = rulesOf(eips);
  const all = new Map<number, Precompile>(pairingContracts(eips));
  const gasLimitOf = (options?: GasOptions) => ownOptions(options, ["gasLimit"], "{ gasLimit: 500n }").gasLimit;
  if (eips.has(198)) all.set(0x05, (input, options) => modexpBy(rules, input, gasLimitOf(options)));
  if (eips.has(7951)) all.set(0x100, p256Verify);
  return new Map([...all].sort(([a], [b]) => a - b));
}

function eipsOfOptions(options: PrecompilesOptions): ReadonlySet<Eip> {
  const { fork, eips } = ownOptions(options, ["fork", "eips"], EXAMPLE);
  if (fork === undefined && eips === undefined) throw typeError(`pass a fork or EIPs, as ${EXAMPLE}`);
  return new Set([...(fork === undefined ? [] : eipsOf(fork)), ...(eips === undefined ? [] : toEips(eips))]);
}
