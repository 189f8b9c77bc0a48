/** Private keys that are damaged before the package gets them: no result may reveal a prime of the true key. */
import type { CrtModulus, Modexp, ModexpError } from "../../src/index.js";
import { gcd, mod, powReference } from "./reference.js";

/** A key. Its modulus n is (product of the primes)^power. */
interface Key {
  readonly primes: readonly bigint[];
  readonly power: number;
  readonly n: bigint;
  readonly e: bigint;
  readonly d: bigint;
}

/** A use of a key. Each call gets the damaged primes, and with `withModulus` also the modulus. */
interface Call {
  readonly withModulus: boolean;
  readonly run: (n: CrtModulus, c: bigint, d: bigint) => bigint;
}

/** The calls that must withhold their result. */
const SAFE = {
  privateKeyOp: { withModulus: false, run: (n, c, d) => n.privateKeyOp(c, d) },
  "privateKeyOp, blind": {
    withModulus: false,
    run: (n, c, d) => n.privateKeyOp(c, d, { blind: (bytes) => bytes.fill(7) }),
  },
  "pow with the modulus": { withModulus: true, run: (n, c, d) => n.pow(c, d) },
} satisfies Record<string, Call>;

/** The call that cannot detect a damaged prime. */
const UNSAFE = { pow: { withModulus: false, run: (n, c, d) => n.pow(c, d) } } satisfies Record<string, Call>;

const C = 0x0123_4567_89ab_cdefn;
const P = (1n << 127n) - 1n;
const Q = (1n << 128n) - 159n;
const R = (1n << 128n) - 173n;

/** The bits of the smallest prime. */
const BITS = 127;

function keyOf(api: Modexp, primes: readonly bigint[], power: number): Key {
  const n = primes.reduce((product, p) => product * p) ** BigInt(power);
  const order = primes.reduce((product, p) => product * (p - 1n) * p ** BigInt(power - 1), 1n);
  const e = [65_537n, 257n, 17n].find((e) => gcd(e, order) === 1n) as bigint;
  return { primes, power, n, e, d: api.modInverse(e, order) };
}

/** x with one bit complemented, for every `step`-th bit. */
function flips(x: bigint, step: number): bigint[] {
  const bits = x.toString(2).length;
  return Array.from({ length: Math.ceil(bits / step) }, (_, i) => x ^ (1n << BigInt(i * step)));
}

/** `count` primes that differ from p in two bits. */
function primesNear(p: bigint, count: number): bigint[] {
  const primes: bigint[] = [];
  for (let i = 1; i < BITS && primes.length < count; i++) {
    for (let j = i + 1; j < BITS && primes.length < count; j++) {
      const x = p ^ (1n << BigInt((37 * i) % BITS)) ^ (1n << BigInt((37 * j) % BITS));
      if (x % 2n === 1n && powReference(2n, x - 1n, x) === 1n) primes.push(x);
    }
  }
  return primes;
}

/** The keys with one number damaged: every `step`-th bit, and each prime replaced by `count` other primes. */
function damaged(key: Key, step: number, count: number): Key[] {
  const primes = key.primes.flatMap((p, i) => [...flips(p, step), ...primesNear(p, count)].map((x) => [i, x] as const));
  return [
    ...primes.map(([i, x]) => ({ ...key, primes: key.primes.with(i, x) })),
    ...flips(key.d, step).map((d) => ({ ...key, d })),
    ...flips(key.n, step).map((n) => ({ ...key, n })),
  ];
}

/** The call's released result; undefined if it throws an error with a code. */
function released(api: Modexp, { primes, power, n, d }: Key, call: Call, trusted: boolean): bigint | undefined {
  try {
    const modulus = call.withModulus ? { modulus: n } : {};
    const crt = new api.CrtModulus(primes, { power, trusted, ...modulus });
    try {
      return call.run(crt, C, d);
    } finally {
      crt.dispose();
    }
  } catch (error) {
    if ((error as Partial<ModexpError>).code === undefined) throw error;
    return undefined;
  }
}

/**
 * Damages keys of two and three primes and of squares. Checks that each call withholds its result, or that the result is c^d
 * modulo the true modulus; returns the number of withheld results. With `unsafe` the call is the one that must fail the check.
 */
export function checkDamagedKeys(api: Modexp, step: number, count: number, unsafe = false): number {
  let withheld = 0;
  const calls: [string, Call][] = Object.entries(unsafe ? UNSAFE : SAFE);
  for (const key of [keyOf(api, [P, Q], 1), keyOf(api, [P, Q, R], 1), keyOf(api, [P, Q], 2)]) {
    for (const [name, call] of calls) {
      const want = powReference(C, key.d, key.n);
      if (released(api, key, call, false) !== want) throw new Error(`${name} is wrong without damage`);
      for (const each of damaged(key, step, count)) {
        for (const trusted of [false, true]) {
          const s = released(api, each, call, trusted);
          if (s === undefined) withheld++;
          else if (s !== powReference(C, each.d, key.n)) throw new Error(wrong(name, key, each, s));
        }
      }
    }
  }
  return withheld;
}

function wrong(call: string, key: Key, { primes, d }: Key, s: bigint): string {
  const factor = gcd(mod(powReference(s, key.e, key.n) - C, key.n), key.n);
  const gives = factor !== 1n && factor !== key.n ? `, which gives the factor ${factor} away` : "";
  return `${call} of the primes ${primes} and d = ${d} released ${s}${gives}`;
}
