/** What a call of the precompile costs, by the rules of each fork. */

import { show } from "../api/validate.js";
import { bitLength } from "../limbs/bit-length.js";
import { unknownName } from "../limbs/errors.js";

/** The forks of mainnet since the precompile is there, by the names of Ethereum's specification and of ethereumjs. */
export type Fork =
  | "byzantium"
  | "constantinople"
  | "petersburg"
  | "istanbul"
  | "muirGlacier"
  | "berlin"
  | "london"
  | "arrowGlacier"
  | "grayGlacier"
  | "mergeNetsplitBlock"
  | "paris"
  | "shanghai"
  | "cancun"
  | "prague"
  | "osaka"
  | "bpo1"
  | "bpo2"
  | "bpo3"
  | "bpo4"
  | "bpo5"
  | "amsterdam";

/** The sizes in a call: byte lengths, and the first 32 bytes of the exponent as a number. */
export interface Sizes {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
  readonly exponentHead: bigint;
}

/** The rules of a fork. */
export interface Rules {
  /** Bytes that each number may have. */
  readonly limit: bigint | undefined;
  gas(sizes: Sizes): bigint;
}

const HEAD_BYTES = 32n;

const EIP_198: Rules = {
  limit: undefined,
  gas: (sizes) => (quadraticComplexity(longer(sizes)) * iterations(sizes, 8n)) / 20n,
};

const EIP_2565: Rules = {
  limit: undefined,
  gas: (sizes) => max(200n, (square(words(longer(sizes))) * iterations(sizes, 8n)) / 3n),
};

const EIP_7883: Rules = {
  // EIP-7823
  limit: 1024n,
  gas(sizes) {
    const bytes = longer(sizes);
    const complexity = bytes > 32n ? 2n * square(words(bytes)) : 16n;
    return max(500n, complexity * iterations(sizes, 16n));
  },
};

const RULES: Readonly<Record<Fork, Rules>> = {
  byzantium: EIP_198,
  constantinople: EIP_198,
  petersburg: EIP_198,
  istanbul: EIP_198,
  muirGlacier: EIP_198,
  berlin: EIP_2565,
  london: EIP_2565,
  arrowGlacier: EIP_2565,
  grayGlacier: EIP_2565,
  mergeNetsplitBlock: EIP_2565,
  paris: EIP_2565,
  shanghai: EIP_2565,
  cancun: EIP_2565,
  prague: EIP_2565,
  osaka: EIP_7883,
  // these change how many blobs a block may have
  bpo1: EIP_7883,
  bpo2: EIP_7883,
  bpo3: EIP_7883,
  bpo4: EIP_7883,
  bpo5: EIP_7883,
  amsterdam: EIP_7883,
};

/** The rules of `fork`. @throws TypeError if this version knows no fork of that name that has the precompile. */
export function rulesOf(fork: Fork): Rules {
  if (typeof fork !== "string" || !Object.hasOwn(RULES, fork)) {
    throw unknownName(
      `fork must be one of ${Object.keys(RULES).map(show).join(", ")}, got ${show(fork)}; earlier forks have no such precompile, for later ones update modexp`,
    );
  }
  return RULES[fork];
}

/** Whether `fork` is `first` or a later one. @throws TypeError as {@link rulesOf}. */
export function isSince(fork: Fork, first: Fork): boolean {
  rulesOf(fork);
  // the names stand in the order of their blocks
  const names = Object.keys(RULES);
  return names.indexOf(fork) >= names.indexOf(first);
}

/** EIP-198's estimate of a product's cost, with the way of Karatsuba above 64 bytes. */
function quadraticComplexity(bytes: bigint): bigint {
  const square = bytes * bytes;
  if (bytes <= 64n) return square;
  return bytes <= 1024n ? square / 4n + 96n * bytes - 3072n : square / 16n + 480n * bytes - 199_680n;
}

/** The bits of the exponent below the highest, where those after its first 32 bytes are not looked at: at least 1. */
function iterations({ exponent, exponentHead }: Sizes, perByte: bigint): bigint {
  const head = exponentHead === 0n ? 0 : bitLength(exponentHead) - 1;
  return max(1n, BigInt(head) + (exponent > HEAD_BYTES ? perByte * (exponent - HEAD_BYTES) : 0n));
}

function longer({ base, modulus }: Sizes): bigint {
  return max(base, modulus);
}

function words(bytes: bigint): bigint {
  return (bytes + 7n) / 8n;
}

// no `**`, which compilers for older engines make a call that takes no bigint
function square(x: bigint): bigint {
  return x * x;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
