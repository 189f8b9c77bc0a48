/**
 * The precompiled contract at address 5. Its input is three lengths of 32 bytes each, then base, exponent and modulus of these
 * lengths, all big-endian. Missing bytes at the end count as zeros.
 */

import { limitOf, ownOptions, show, toBytes } from "../api/validate.js";
import { Modulus, modPowVartime } from "../index.js";
import { type Bytes, bytesToInt, intToBytes } from "../limbs/bytes.js";
import { rangeError, unknownName } from "../limbs/errors.js";
import { eipsOf, type Fork, type ForkAlias } from "./forks.js";
import { checkGas, type GasOptions, type PrecompileResult, toGasLimit } from "./gas.js";
import { type Rules, rulesOf, type Sizes } from "./modexp-gas.js";

const WORD = 32;
const HEADER = 3 * WORD;

/** Gas is counted in 64 bits. */
const MOST_GAS = (1n << 64n) - 1n;

const EXAMPLE = '{ fork: "osaka" }';

/** Options of `modexpGas`. */
export interface EvmOptions {
  /** The fork with the rules; by default `osaka`, the last that changed them. */
  readonly fork?: Fork | ForkAlias;
}

/** Options of `modexpPrecompile`. */
export interface PrecompileOptions extends EvmOptions, GasOptions {
  /**
   * The most bits of base, exponent and modulus, by their lengths in the input, unless the modulus has length 0. By default only the
   * fork and `gasLimit` limit them, as consensus needs. The error for a longer number has the code `MODEXP_TOO_LONG`. It says nothing
   * about the call, which may be valid, and cheap in gas.
   */
  readonly maxBits?: number;
}

/** Bytes of an exponent that become one bigint. A longer exponent is computed in parts. */
const MOST_AT_ONCE = 1 << 24;
const NO_LIMIT = { maxBits: Number.POSITIVE_INFINITY };

/**
 * The gas of `modexpPrecompile`, without the computation: at most 2^64 − 1, and exactly that if a number is too long for the fork
 * (EIP-7823: above 1024 bytes since `osaka`), so that the call fails and takes all gas.
 *
 * @throws TypeError if the input is no Uint8Array, or the fork is unknown.
 * @example
 * modexpGas(new Uint8Array(96), { fork: "osaka" }); // 500n
 */
export function modexpGas(input: Uint8Array, options?: EvmOptions): bigint {
  const { fork = "osaka" } = ownOptions(options, ["fork"], EXAMPLE);
  const rules = rulesIn(fork);
  const sizes = readSizes(toBytes(input, "input"));
  return tooLong(sizes, rules.limit) === undefined ? gasOf(sizes, rules) : MOST_GAS;
}

/**
 * base^exponent mod modulus as the Ethereum virtual machine computes it: 0 for modulus 0, and otherwise 1 mod modulus for exponent 0.
 * The output has the length that the input gives for the modulus. It takes variable time, because its values are public.
 *
 * @throws TypeError if the input is no Uint8Array (code `MODEXP_TYPE`), or the fork is unknown (`MODEXP_UNKNOWN_NAME`).
 * @throws RangeError if the call fails and takes all gas: it costs more than `gasLimit` (`MODEXP_OUT_OF_GAS`), or a number is too
 * long (EIP-7823: above 1024 bytes since `osaka`; `MODEXP_FORK_LIMIT`). Nothing is allocated then.
 * @throws RangeError about this machine, not about the call: a number is longer than `maxBits` (`MODEXP_TOO_LONG`), or too long for
 * the memory (`MODEXP_MEMORY`). A client must not take these for a failed call.
 * @example
 * const input = new Uint8Array(99);
 * input.set([1], 31), input.set([1], 63), input.set([1], 95), input.set([3, 5, 100], 96);
 * modexpPrecompile(input, { fork: "osaka" }); // { output: Uint8Array.of(43), gas: 500n }
 */
export function modexpPrecompile(input: Uint8Array, options?: PrecompileOptions): PrecompileResult {
  const maxBits = limitOf(options, Number.POSITIVE_INFINITY);
  const { fork = "osaka", gasLimit } = ownOptions(options, ["fork", "gasLimit"], EXAMPLE);
  return modexpBy(rulesIn(fork), input, gasLimit, maxBits);
}

/** The rules of `fork`. @throws TypeError if it has no precompile at address 5. */
function rulesIn(fork: Fork | ForkAlias): Rules {
  const eips = eipsOf(fork);
  if (eips.has(198)) return rulesOf(eips);
  throw unknownName(`fork must be "byzantium" or later, got ${show(fork)}, which has no such precompile`);
}

/** `modexpPrecompile` by these rules. */
export function modexpBy(
  rules: Rules,
  input: Uint8Array,
  gasLimit: GasOptions["gasLimit"],
  maxBits = Number.POSITIVE_INFINITY,
): PrecompileResult {
  const bytes = toBytes(input, "input");
  const limit = toGasLimit(gasLimit);
  const sizes = readSizes(bytes);
  const long = tooLong(sizes, rules.limit);
  if (long !== undefined) {
    const [name, length] = long;
    throw rangeError(
      `${name} must have at most ${rules.limit} bytes by EIP-7823, got ${show(length)}`,
      "MODEXP_FORK_LIMIT",
    );
  }
  const gas = gasOf(sizes, rules);
  checkGas(gas, limit);
  // nothing to compute: no number is read
  if (sizes.modulus === 0n) return { output: new Uint8Array(0), gas };
  const most = BigInt(Math.ceil(Math.min(maxBits, Number.MAX_SAFE_INTEGER) / 8));
  const longer = tooLong(sizes, most);
  if (longer !== undefined) {
    const [name, length] = longer;
    throw rangeError(
      `this call is valid and needs ${gas} gas, but ${name} has ${show(length)} bytes, more than ${most}; pass a larger maxBits`,
      "MODEXP_TOO_LONG",
    );
  }
  try {
    return { output: power(bytes, sizes), gas };
  } catch (error) {
    // an error of the engine: its numbers and arrays have limits of their own
    if (!(error instanceof RangeError) || "code" in error) throw error;
    throw rangeError("not enough memory for this call, which is valid", "MODEXP_MEMORY", { cause: error });
  }
}

function gasOf(sizes: Sizes, rules: Rules): bigint {
  const gas = rules.gas(sizes);
  return gas < MOST_GAS ? gas : MOST_GAS;
}

function readSizes(input: Uint8Array): Sizes {
  const [base, exponent, modulus] = [0, WORD, 2 * WORD].map((at) => read(input, at, WORD)) as [bigint, bigint, bigint];
  const at = BigInt(HEADER) + base;
  const head = Number(exponent < WORD ? exponent : WORD);
  return { base, exponent, modulus, exponentHead: at < input.length ? read(input, Number(at), head) : 0n };
}

/** The first number of more than `limit` bytes. */
function tooLong(
  { base, exponent, modulus }: Sizes,
  limit: bigint | undefined,
): [name: string, length: bigint] | undefined {
  if (limit === undefined) return undefined;
  const lengths: [string, bigint][] = [
    ["base", base],
    ["exponent", exponent],
    ["modulus", modulus],
  ];
  return lengths.find(([, length]) => length > limit);
}

function power(input: Uint8Array, sizes: Sizes): Bytes {
  const [base, exponent, modulus] = [Number(sizes.base), Number(sizes.exponent), Number(sizes.modulus)];
  const m = read(input, HEADER + base + exponent, modulus);
  if (m === 0n) return new Uint8Array(modulus);

  // m ends the input and is not 0, so the input has the whole exponent
  const at = HEADER + base;
  const b = read(input, HEADER, base) % m;
  // contracts ask for powers of 0 and 1
  if (b <= 1n) {
    const isZero = input.subarray(at, at + exponent).every((byte) => byte === 0);
    return intToBytes(isZero ? 1n % m : b, modulus);
  }
  let x = modPowVartime(b, read(input, at, Math.min(exponent, MOST_AT_ONCE)), m, NO_LIMIT);
  for (let done = MOST_AT_ONCE; done < exponent; done += MOST_AT_ONCE) {
    const length = Math.min(exponent - done, MOST_AT_ONCE);
    const part = modPowVartime(b, read(input, at + done, length), m, NO_LIMIT);
    x = (squareRepeated(x, 8 * length, m) * part) % m;
  }
  return intToBytes(x, modulus);
}

/** a^(2^count) mod m. */
function squareRepeated(a: bigint, count: number, m: bigint): bigint {
  const modulus = new Modulus(m, NO_LIMIT);
  try {
    return modulus.squareRepeated(a, count);
  } finally {
    modulus.dispose();
  }
}

/** The number in the `length` bytes from `at`, with zeros after the end of the input. */
function read(input: Uint8Array, at: number, length: number): bigint {
  const bytes = input.subarray(at, at + length);
  return bytesToInt(bytes) << BigInt(8 * (length - bytes.length));
}
