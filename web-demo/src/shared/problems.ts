/** The problems of the race: random numbers of a size, the standards' groups, and a fresh RSA key. */
import type { GroupName } from "modexp/groups";
import { randomBelow, randomBits } from "./numbers.js";
import { makeRsaKey } from "./rsa-key.js";

/** base^exponent mod modulus. */
export interface Problem {
  readonly base: bigint;
  readonly exponent: bigint;
  readonly modulus: bigint;
  /** The factors of the modulus, if the contender may know them. */
  readonly primes?: readonly [bigint, bigint];
}

/** A choice in the list. */
export interface Choice {
  readonly id: string;
  readonly family: string;
  readonly name: string;
  readonly bits: number;
  /** Whether the primes of the modulus are known. */
  readonly factored?: boolean;
  make(): Problem | Promise<Problem>;
}

export const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192] as const;

/** All numbers of full length, the modulus odd. */
export function randomProblem(bits: number): Problem {
  const full = 1n << BigInt(bits - 1);
  const modulus = full | randomBits(bits) | 1n;
  return { base: randomBelow(modulus), exponent: full | randomBits(bits), modulus };
}

/** A Diffie–Hellman agreement with an exponent as long as the prime. */
async function groupProblem(name: string): Promise<Problem> {
  const { group } = await import("modexp/groups");
  const { p } = group(name as GroupName);
  return { base: randomBelow(p), exponent: randomBelow(p), modulus: p };
}

/** A message signed with a private key. */
async function rsaProblem(bits: number): Promise<Problem> {
  const { n, d, p, q } = await makeRsaKey(bits);
  return { base: randomBelow(n), exponent: d, modulus: n, primes: [p, q] };
}

const family = (name: string, sizes: readonly number[], choice: (bits: number) => Omit<Choice, "family" | "bits">) =>
  sizes.map((bits): Choice => ({ ...choice(bits), family: name, bits }));

/** All choices in the list. */
export const CHOICES: readonly Choice[] = [
  ...family("Random", SIZES, (bits) => ({
    id: `random-${bits}`,
    name: `random modulus, ${bits} bits`,
    make: () => randomProblem(bits),
  })),
  ...family("RFC 3526: IKE, SSH", [2048, 3072, 4096, 8192], (bits) => ({
    id: `modp-${bits}`,
    name: `MODP group, ${bits} bits`,
    make: () => groupProblem(`modp${bits}`),
  })),
  ...family("RFC 7919: TLS", [2048, 3072, 4096, 8192], (bits) => ({
    id: `ffdhe-${bits}`,
    name: `ffdhe${bits}, ${bits} bits`,
    make: () => groupProblem(`ffdhe${bits}`),
  })),
  ...family("RSA: a private key made here", [2048, 4096], (bits) => ({
    id: `rsa-${bits}`,
    name: `RSA-${bits} signature`,
    factored: true,
    make: () => rsaProblem(bits),
  })),
];
