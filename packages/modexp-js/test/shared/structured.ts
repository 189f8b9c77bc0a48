/**
 * Numbers that random ones miss: with equal digits, in every radix of a kernel, and next to the bounds of its residues.
 * fuzz/src/structured.rs has the same kinds in Rust.
 */
import { inverseOf } from "./cases.js";
import type { Random } from "./random.js";
import { gcd } from "./reference.js";

/** Bits of the digits of all kernels. */
const RADICES: readonly number[] = [13, 26, 28, 29, 32, 50, 51, 52, 60, 64];

/** The sizes at which algorithms change, and the sizes of keys. */
const SIZES: readonly number[] = [64, 128, 192, 256, 258, 384, 512, 768, 1024, 1376, 1496, 1628, 2036, 2048, 3056];

const twoTo = (k: number): bigint => 1n << BigInt(k);

/** One in `LONG` problems is longer than 2048 bits. */
const LONG = 12;

/** A modulus m of at least 1, mostly odd; a base; two exponents. */
export interface Structured {
  readonly modulus: bigint;
  readonly base: bigint;
  readonly other: bigint;
  readonly exponents: readonly [bigint, bigint];
}

/** The next problem. */
export function structured(random: Random): Structured {
  const modulus = structuredModulus(random);
  const [base, other] = [structuredBase(random, modulus), structuredBase(random, modulus)];
  const exponents = [structuredExponent(random), structuredExponent(random)] as const;
  return { modulus, base, other, exponents };
}

function sizeOf(random: Random): number {
  const radix = random.pick(RADICES);
  const limit = random.below(LONG) === 0 ? 3100 : 2048;
  const kinds = [random.pick(SIZES), radix * (1 + random.below(Math.floor(limit / radix)))];
  // next to a whole number of digits, with and without the bits that kernels keep free above
  const bits = random.pick(kinds) + random.pick([0, 0, 1, -1, -2, -3, -4, -5]);
  return Math.min(Math.max(bits, 2), limit);
}

function structuredModulus(random: Random): bigint {
  const bits = sizeOf(random);
  const m = shaped(random, bits);
  // one in eight is even, by a few factors 2 or by many
  if (random.below(8) === 0) return (m | 1n) << BigInt(random.pick([1, 3, 63, 64, 65, 200]));
  return m | 1n;
}

/** About `bits` bits, of one of the kinds. */
function shaped(random: Random, bits: number): bigint {
  const radix = random.pick(RADICES);
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: {
      // 2^a ± 2^b ± 1; 2^a − 2^b are the largest of their lengths
      const b = twoTo(
        random.pick([random.below(bits), Math.floor(bits / 6), radix * random.below(Math.ceil(bits / radix))]),
      );
      const one = BigInt(random.pick([-1, 1]));
      const x = twoTo(bits) + (random.below(4) === 0 ? b : -b) + one;
      return x > 1n ? x : 3n;
    }
    case 3:
      return runs(random, bits);
    case 4:
      return digits(random, bits, radix);
    case 5:
    case 6:
      // 2^k ± c for a small c, as in standards; k is a size or a whole number of digits
      return near(random, twoTo(bits));
    default: {
      // n·k next to R, from either side
      const r = twoTo(radix * Math.ceil((bits + random.below(5)) / radix));
      return near(random, r / random.pick([1n, 2n, 3n, 4n, 5n, 15n, 16n, 17n, 64n, 65n]));
    }
  }
}

/** x ± a small number, of two lengths. */
function near(random: Random, x: bigint): bigint {
  const c = BigInt(random.below(random.pick([4, 2 ** 12])));
  const y = random.below(2) === 0 ? x + c : x - c;
  return y > 1n ? y : 3n;
}

/** A few long runs of equal bits. */
function runs(random: Random, bits: number): bigint {
  let x = 1n;
  let length = 1;
  const longest = 1 + random.below(bits);
  for (let ones = random.below(2) === 0; length < bits; ones = !ones) {
    const run = Math.min(1 + random.below(longest), bits - length);
    x <<= BigInt(run);
    if (ones) x |= twoTo(run) - 1n;
    length += run;
  }
  return x;
}

/** The largest and the smallest digits of a radix. */
function digits(random: Random, bits: number, radix: number): bigint {
  const most = twoTo(radix) - 1n;
  const alphabet = [0n, 1n, most, most - 1n, most >> 1n];
  const usual = random.pick(alphabet);
  let x = random.pick([1n, most]);
  for (let length = radix; length < bits; length += radix) {
    x = (x << BigInt(radix)) | (random.below(8) === 0 ? random.pick(alphabet) : usual);
  }
  return BigInt.asUintN(bits, x) | twoTo(bits - 1);
}

function structuredBase(random: Random, m: bigint): bigint {
  const bits = m.toString(2).length;
  const near = BigInt(1 + random.below(3));
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return BigInt(2 + random.below(random.below(2) === 0 ? 5 : 49));
    case 3:
      return twoTo(random.pick([random.below(64), random.below(bits + 4)]));
    case 4: {
      // just below m, 2m, 4m as an integer
      const x = m * random.pick([1n, 2n, 4n]) - near;
      return x < 0n ? 0n : x;
    }
    case 5: {
      // the same as a kernel's residue x·R
      const radix = random.pick(RADICES);
      const r = twoTo(radix * Math.ceil((bits + random.pick([0, 3, 4, 8 * radix])) / radix));
      if (m === 1n || gcd(r % m, m) !== 1n) return m - 1n;
      return (((m - near) % m) * inverseOf(r % m, m)) % m;
    }
    case 6:
      return runs(random, bits + random.below(70));
    default:
      return digits(random, bits, random.pick(RADICES));
  }
}

function structuredExponent(random: Random): bigint {
  const bits = random.pick([random.below(16), 64, 128, 192, 256, 16 + random.below(240)]);
  switch (random.below(5)) {
    case 0:
      return twoTo(bits);
    case 1:
    case 2: {
      const x = twoTo(bits) - BigInt(1 + random.below(1000));
      return x < 0n ? 0n : x;
    }
    case 3:
      return random.pick([0n, 1n, 2n, 3n, 17n, 65537n]);
    default:
      return bits === 0 ? 0n : runs(random, bits);
  }
}

/** Composites that pass weaker tests of primality. */
export const PSEUDOPRIMES: readonly bigint[] = [
  // Carmichael numbers
  ...[561n, 294_409n, 56_052_361n, 437_247_841n],
  // strong pseudoprimes to base 2, squares too
  ...[2047n, 3277n, 4033n, 4681n, 1_194_649n, 12_327_121n],
  // strong Lucas pseudoprimes
  ...[5459n, 5777n, 10_877n, 16_109n, 18_971n, 22_499n, 58_519n],
  // strong pseudoprimes to the first 2, 3, 4, 5, 6, 8, 9, 12 and 13 primes
  ...[1_373_653n, 25_326_001n, 3_215_031_751n, 2_152_302_898_747n, 3_474_749_660_383n, 341_550_071_728_321n],
  ...[3_825_123_056_546_413_051n, 318_665_857_834_031_151_167_461n, 3_317_044_064_679_887_385_961_981n],
  // to all bases below 200: Arnault 1995
  803837457453639491257079614341942108138837688287558145837488917522297427376533365218650233616396004545791504202360320876656996676098728404396540823292873879185086916685732826776177102938969773947016708230428687109997439976544144845341155872450633409279022275296229414984230688168540432645753401832978611129896064484521619165287259753497n,
  // of 508 bits, to a Fermat test by 2, 3, 5 and 7
  647964084856756515770796186331951429249163481207346296003889796391640811393821278882955211362480499706541564231350585385311699764786325673441877554854241n,
];

/** Primes 2^k − c. */
const PRIMES: readonly (readonly [number, number])[] = [
  [16, 15],
  [61, 1],
  [64, 59],
  [127, 1],
  [128, 159],
  [255, 19],
  [256, 189],
  [512, 569],
  [521, 1],
];

/** Two or three different primes of long runs. */
export function structuredPrimes(random: Random): bigint[] {
  const first = random.below(PRIMES.length);
  const count = 2 + random.below(2);
  return Array.from({ length: count }, (_, i) => {
    const [k, c] = PRIMES[(first + i) % PRIMES.length] as readonly [number, number];
    return twoTo(k) - BigInt(c);
  });
}
