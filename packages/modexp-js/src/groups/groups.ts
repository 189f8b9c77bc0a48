/** The groups of RFC 2409, 3526, 5054 and 7919: primes p = 2q + 1 with a generator. */
import { type Names, nameOf, toName } from "../api/names.js";

/** The names of the groups, with the bits of their primes. */
export type GroupName =
  | "modp768"
  | "modp1024"
  | "modp1536"
  | "modp2048"
  | "modp3072"
  | "modp4096"
  | "modp6144"
  | "modp8192"
  | "ffdhe2048"
  | "ffdhe3072"
  | "ffdhe4096"
  | "ffdhe6144"
  | "ffdhe8192"
  | "srp1024"
  | "srp1536"
  | "srp2048"
  | "srp3072"
  | "srp4096"
  | "srp6144"
  | "srp8192";

const ALIASES: Readonly<Record<string, GroupName>> = {
  modp1: "modp768",
  modp2: "modp1024",
  modp5: "modp1536",
  modp14: "modp2048",
  modp15: "modp3072",
  modp16: "modp4096",
  modp17: "modp6144",
  modp18: "modp8192",
};

/** The number of a group in IKE, as in Node's `getDiffieHellman`. Letter case, spaces, `-` and `_` do not count, in the names neither. */
export type GroupAlias = `modp${1 | 2 | 5 | 14 | 15 | 16 | 17 | 18}`;

/** A group: the powers of g modulo p. */
export interface Group {
  /** The name that `group` takes. */
  readonly name: GroupName;
  /** The number of its RFC. */
  readonly rfc: number;
  /** The prime. */
  readonly p: bigint;
  /** The generator. */
  readonly g: bigint;
  /** The number of powers of g: (p − 1)/2, or p − 1 for SRP. */
  readonly order: bigint;
}

/** [RFC, generator, and the prime by its number of bits]. */
type Entry = readonly [rfc: number, g: bigint, p: (bits: number) => bigint];

const modp = (rfc: number, offset: number, g = 2n): Entry => [rfc, g, (bits) => nearConstant(bits, piBits, offset)];
const ffdhe = (offset: number): Entry => [7919, 2n, (bits) => nearConstant(bits, eBits, offset)];
const srp = (digits: string): Entry => [5054, 2n, () => BigInt(`0x${digits}`)];

const GROUPS: Readonly<Record<GroupName, Entry>> = {
  modp768: modp(2409, 149_686),
  modp1024: modp(2409, 129_093),
  modp1536: modp(3526, 741_804),
  modp2048: modp(3526, 124_476),
  modp3072: modp(3526, 1_690_314),
  modp4096: modp(3526, 240_904),
  modp6144: modp(3526, 929_484),
  modp8192: modp(3526, 4_743_158),
  ffdhe2048: ffdhe(560_316),
  ffdhe3072: ffdhe(2_625_351),
  ffdhe4096: ffdhe(5_736_041),
  ffdhe6144: ffdhe(15_705_020),
  ffdhe8192: ffdhe(10_965_728),
  srp1024: srp(
    "eeaf0ab9adb38dd69c33f80afa8fc5e86072618775ff3c0b9ea2314c9c256576d674df7496ea81d3383b4813d692c6e0e0d5" +
      "d8e250b98be48e495c1d6089dad15dc7d7b46154d6b6ce8ef4ad69b15d4982559b297bcf1885c529f566660e57ec68edbc3c" +
      "05726cc02fd4cbf4976eaa9afd5138fe8376435b9fc61d2fc0eb06e3",
  ),
  srp1536: srp(
    "9def3cafb939277ab1f12a8617a47bbbdba51df499ac4c80beeea9614b19cc4d5f4f5f556e27cbde51c6a94be4607a291558" +
      "903ba0d0f84380b655bb9a22e8dcdf028a7cec67f0d08134b1c8b97989149b609e0be3bab63d47548381dbc5b1fc764e3f4b" +
      "53dd9da1158bfd3e2b9c8cf56edf019539349627db2fd53d24b7c48665772e437d6c7f8ce442734af7ccb7ae837c264ae3a9" +
      "beb87f8a2fe9b8b5292e5a021fff5e91479e8ce7a28c2442c6f315180f93499a234dcf76e3fed135f9bb",
  ),
  srp2048: srp(
    "ac6bdb41324a9a9bf166de5e1389582faf72b6651987ee07fc3192943db56050a37329cbb4a099ed8193e0757767a13dd523" +
      "12ab4b03310dcd7f48a9da04fd50e8083969edb767b0cf6095179a163ab3661a05fbd5faaae82918a9962f0b93b855f97993" +
      "ec975eeaa80d740adbf4ff747359d041d5c33ea71d281e446b14773bca97b43a23fb801676bd207a436c6481f1d2b9078717" +
      "461a5b9d32e688f87748544523b524b0d57d5ea77a2775d2ecfa032cfbdbf52fb3786160279004e57ae6af874e7303ce5329" +
      "9ccc041c7bc308d82a5698f3a8d0c38271ae35f8e9dbfbb694b5c803d89f7ae435de236d525f54759b65e372fcd68ef20fa7" +
      "111f9e4aff73",
  ),
  srp3072: modp(5054, 1_690_314, 5n),
  srp4096: modp(5054, 240_904, 5n),
  srp6144: modp(5054, 929_484, 5n),
  srp8192: modp(5054, 4_743_158, 19n),
};

/** The names of all groups. */
export const groupNames: readonly GroupName[] = Object.keys(GROUPS) as GroupName[];

const NAMES: Names<GroupName> = { kind: "group", names: groupNames, aliases: ALIASES };

/**
 * Whether `group` takes this name.
 *
 * @example
 * isGroupName("modp14"); // true
 */
export function isGroupName(name: unknown): name is GroupName | GroupAlias {
  return nameOf(NAMES, name) !== undefined;
}

const made = new Map<GroupName, Group>();

/**
 * The group `name`. Its prime is computed at the first call, in milliseconds.
 *
 * @throws TypeError if no group has that name (code `MODEXP_UNKNOWN_NAME`).
 * @example
 * const { p, g } = group("ffdhe2048");
 * p % 2n ** 64n; // 2n ** 64n - 1n
 */
export function group(of: GroupName | GroupAlias): Group {
  const name = toName(NAMES, of);
  const known = made.get(name);
  if (known) return known;
  const [rfc, g, prime] = GROUPS[name];
  const p = prime(Number(name.replace(/\D+/, "")));
  const order = rfc === 5054 ? p - 1n : p >> 1n;
  const group = Object.freeze({ name, rfc, p, g, order });
  made.set(name, group);
  return group;
}

/** 2^n − 2^(n − 64) + 2^64·(⌊2^(n − 130)·c⌋ + offset) − 1, as the RFCs define the primes, for c = π or e. */
function nearConstant(bits: number, constantBits: (k: number) => bigint, offset: number): bigint {
  const n = BigInt(bits);
  return (1n << n) - (1n << (n - 64n)) + ((constantBits(bits - 130) + BigInt(offset)) << 64n) - 1n;
}

/** Guard bits: more than the sums below lose by rounding. */
const GUARD = 64n;

/** ⌊2^k·π⌋, by Machin's formula π = 16·arctan(1/5) − 4·arctan(1/239). */
function piBits(k: number): bigint {
  const one = 1n << (BigInt(k) + GUARD);
  return (16n * arctanOfInverse(5n, one) - 4n * arctanOfInverse(239n, one)) >> GUARD;
}

/** one·arctan(1/x), rounded. */
function arctanOfInverse(x: bigint, one: bigint): bigint {
  let power = one / x;
  let sum = power;
  for (let i = 3n, sign = -1n; power !== 0n; i += 2n, sign = -sign) {
    power /= x * x;
    sum += (sign * power) / i;
  }
  return sum;
}

/** ⌊2^k·e⌋, by the sum of 1/i!. */
function eBits(k: number): bigint {
  let term = 1n << (BigInt(k) + GUARD);
  let sum = term;
  for (let i = 1n; term !== 0n; i++) {
    term /= i;
    sum += term;
  }
  return sum >> GUARD;
}
