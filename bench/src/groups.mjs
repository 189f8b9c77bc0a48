// The Diffie-Hellman groups of RFC 2409, 3526 and 7919, by the formula that defines them:
//
//   p = 2^n − 2^(n−64) + 2^64·(⌊2^(n−130)·c⌋ + offset) − 1,   c = π (RFC 2409, 3526) or e (RFC 7919)
//
// The formula replaces pages of digits. The RFCs take the smallest offset for which p and (p − 1)/2 are prime.

const GUARD = 64n;

/** ⌊2^k·π⌋, by Machin's formula π = 16·arctan(1/5) − 4·arctan(1/239). */
function piBits(k) {
  const one = 1n << (BigInt(k) + GUARD);
  return (16n * arctanOfInverse(5n, one) - 4n * arctanOfInverse(239n, one)) >> GUARD;
}

/** one·arctan(1/x), rounded. */
function arctanOfInverse(x, one) {
  let power = one / x;
  let sum = power;
  for (let i = 3n, sign = -1n; power !== 0n; i += 2n, sign = -sign) {
    power /= x * x;
    sum += (sign * power) / i;
  }
  return sum;
}

/** ⌊2^k·e⌋, by the sum of 1/i!. */
function eBits(k) {
  let term = 1n << (BigInt(k) + GUARD);
  let sum = term;
  for (let i = 1n; term !== 0n; i++) {
    term /= i;
    sum += term;
  }
  return sum >> GUARD;
}

const prime = (bits, constantBits, offset) => {
  const n = BigInt(bits);
  return (1n << n) - (1n << (n - 64n)) + ((constantBits(bits - 130) + offset) << 64n) - 1n;
};

const RFC_2409 = { prefix: "MODP-", rfc: "RFC 2409", constantBits: piBits };
const RFC_3526 = { prefix: "MODP-", rfc: "RFC 3526", constantBits: piBits };
const RFC_7919 = { prefix: "ffdhe", rfc: "RFC 7919", constantBits: eBits };

/** [family, bits, offset] */
const OFFSETS = [
  [RFC_2409, 1024, 129093n],
  [RFC_3526, 1536, 741804n],
  [RFC_3526, 2048, 124476n],
  [RFC_3526, 3072, 1690314n],
  [RFC_3526, 4096, 240904n],
  [RFC_3526, 8192, 4743158n],
  [RFC_7919, 2048, 560316n],
  [RFC_7919, 3072, 2625351n],
  [RFC_7919, 4096, 5736041n],
  [RFC_7919, 8192, 10965728n],
];

/** The primes of `bits` bits: [{ name, rfc, p }]. */
export function groups(bits) {
  return OFFSETS.filter(([, size]) => size === bits).map(([{ prefix, rfc, constantBits }, , offset]) => ({
    name: `${prefix}${bits}`,
    rfc,
    p: prime(bits, constantBits, offset),
  }));
}

/** All sizes with a group. */
export const GROUP_SIZES = [...new Set(OFFSETS.map(([, bits]) => bits))];
