/** The gas of the precompile at address 5. */

import { bitLength } from "../limbs/length.js";
import type { Eip } from "./forks.js";

/** The sizes in a call: byte lengths, and the first 32 bytes of the exponent as a number. */
export interface Sizes {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
  readonly exponentHead: bigint;
}

/** The limit for the length of numbers, and the price of a call. */
export interface Rules {
  /** The most bytes of each number; undefined without a limit. */
  readonly limit: bigint | undefined;
  gas(sizes: Sizes): bigint;
}

const HEAD_BYTES = 32n;

type Gas = Rules["gas"];

const eip198: Gas = (sizes) => (quadraticComplexity(longer(sizes)) * iterations(sizes, 8n)) / 20n;

const eip2565: Gas = (sizes) => max(200n, (square(words(longer(sizes))) * iterations(sizes, 8n)) / 3n);

const eip7883: Gas = (sizes) => {
  const bytes = longer(sizes);
  const complexity = bytes > 32n ? 2n * square(words(bytes)) : 16n;
  return max(500n, complexity * iterations(sizes, 16n));
};

/** The rules if these EIPs are in force. A later price replaces an earlier one. */
export function rulesOf(eips: ReadonlySet<Eip>): Rules {
  return {
    limit: eips.has(7823) ? 1024n : undefined,
    gas: eips.has(7883) ? eip7883 : eips.has(2565) ? eip2565 : eip198,
  };
}

/** EIP-198's estimate of the cost of a product, by Karatsuba's method above 64 bytes. */
function quadraticComplexity(bytes: bigint): bigint {
  const square = bytes * bytes;
  if (bytes <= 64n) return square;
  return bytes <= 1024n ? square / 4n + 96n * bytes - 3072n : square / 16n + 480n * bytes - 199_680n;
}

/** The bits of the exponent below the highest, at least 1; each byte after the first 32 counts as `perByte` bits. */
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

// no `**`: compilers for older engines make it a call that takes no bigint
function square(x: bigint): bigint {
  return x * x;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
