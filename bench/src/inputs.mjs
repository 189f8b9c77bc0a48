// The inputs of a case: several real moduli with bases and exponents.
//
// Each call takes the next input, so a contender gains nothing by caching the last modulus.
import { group, isGroupName } from "modexp/groups";
import { randomSource } from "./random.mjs";
import { RSA_PRIMES } from "./rsa-primes.mjs";

const SEED = 2048;

/** Primes of elliptic curves, the common moduli of 256 bits. */
const CURVES = {
  256: [
    { name: "secp256k1", p: 2n ** 256n - 2n ** 32n - 977n },
    { name: "P-256", p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n },
  ],
};

/** The groups for Diffie–Hellman of `bits` bits. */
const groups = (bits) => [`modp${bits}`, `ffdhe${bits}`].filter(isGroupName).map(group);

/** The prime factors of the RSA modulus of `bits` bits, or undefined. */
function rsaPrimes(bits) {
  return RSA_PRIMES[bits]?.map((hex) => BigInt(`0x${hex}`));
}

/** The moduli of `bits` bits: the named ones first, then a random one. */
export function moduli(bits) {
  const rsa = rsaPrimes(bits);
  const random = randomSource(SEED + bits);
  const named = [
    ...(CURVES[bits] ?? []).map(({ name, p }) => ({ name, m: p })),
    ...groups(bits).map(({ name, rfc, p }) => ({ name: `${name} (RFC ${rfc})`, m: p })),
    ...(rsa === undefined ? [] : [{ name: `RSA-${bits}`, m: rsa[0] * rsa[1] }]),
  ];
  const count = Math.max(1, 3 - named.length);
  return [...named, ...Array.from({ length: count }, () => ({ name: "random", m: random.oddBits(bits) }))];
}

/** The public exponents by their bits. */
const PUBLIC = { 2: 3n, 17: 65537n };

/** A problem for each of the last `most` moduli of `bits` bits, with `jobs` powers: [{ name, m, bases, exponents }]. */
export function problems({ bits, exponentBits, most = Number.POSITIVE_INFINITY, jobs = 1, base, even = false }) {
  const random = randomSource(SEED + 65536 * bits + exponentBits);
  const all = (make) => Array.from({ length: jobs }, make);
  return moduli(bits)
    .slice(-most)
    .map(({ name, m: odd }) => {
      const m = even ? odd - 1n : odd;
      return {
        name,
        m,
        bases: all(() => base ?? random.below(m)),
        exponents: all(() => PUBLIC[exponentBits] ?? random.bits(exponentBits)),
      };
    });
}

/** The numbers of the first problem. */
export function oneInput(bits) {
  const [{ m, bases, exponents }] = problems({ bits, exponentBits: bits });
  return { base: bases[0], exponent: exponents[0], m };
}

/** Two problems with different moduli: caching the last modulus gains nothing. */
export const powers = (bits, exponentBits, options) => problems({ bits, exponentBits, most: 2, ...options });

/** Powers of one base with `count` exponents. */
export function outputsOf(count, exponentBits, tableBytes) {
  const [{ m, bases }] = powers(2048, 2048);
  const random = randomSource(SEED + exponentBits);
  return [{ m, bases, exponents: Array.from({ length: count }, () => random.bits(exponentBits)), tableBytes }];
}

/** c^d modulo the product of two primes; d is the inverse of 65537. */
export function privateOperation(bits) {
  const [p, q] = rsaPrimes(bits);
  const order = (p - 1n) * (q - 1n);
  // d·65537 = 1 + k·order, with the k < 65537 that makes 1 + k·order divisible
  const k = Array.from({ length: 65537 }, (_, k) => BigInt(k)).find((k) => (1n + k * (order % 65537n)) % 65537n === 0n);
  const d = (1n + k * order) / 65537n;
  return { m: p * q, bases: [randomSource(SEED + bits).below(p * q)], exponents: [d], primes: [p, q] };
}
