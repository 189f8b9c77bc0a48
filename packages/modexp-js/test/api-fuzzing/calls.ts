/** The public calls, with arguments and expected outcomes for each. */
import fc from "fast-check";
import { modexpGas, modexpPrecompile } from "../../src/evm.js";
import type { CrtModulus, FixedBase, Modexp, Modulus } from "../../src/index.js";
import { crt as crtOf, fromBytes, toBytes as toBytesOf } from "../../src/index.js";
import { inverseOf } from "../shared/cases.js";
import { gcd, mod } from "../shared/reference.js";
import {
  bytesOf,
  exponentLimit,
  int,
  ints,
  inverse,
  limitOf,
  modulusOf,
  mustBeBytes,
  pow,
  Refused,
  sameLength,
  size,
  toBytes,
} from "./model.js";
import { any, bytes, count, exponent, integer, limits, list, modulus, STRANGE, tables } from "./values.js";

/** A call on an instance. `want` throws `Refused` if the call must throw; undefined accepts any answer. */
export interface Call {
  readonly name: string;
  readonly args: fc.Arbitrary<unknown[]>;
  readonly run: (api: Modexp, args: unknown[]) => unknown;
  readonly want: (args: unknown[]) => unknown;
}

type Loose<T> = { [K in keyof T]: (...args: unknown[]) => unknown };

const call = (
  name: string,
  args: readonly fc.Arbitrary<unknown>[],
  run: (api: Modexp, ...args: unknown[]) => unknown,
  want: (...args: unknown[]) => unknown,
): Call => ({
  name,
  args: fc.tuple(...args) as unknown as fc.Arbitrary<unknown[]>,
  run: (api, given) => run(api, ...given),
  want: (given) => want(...given),
});

/** A method of a context, which is made before the call and freed after it. */
const method = (
  name: keyof Modulus & string,
  args: readonly fc.Arbitrary<unknown>[],
  want: (m: bigint, ...args: unknown[]) => unknown,
): Call =>
  call(
    `Modulus.${name}`,
    [modulus, ...args],
    (api, m, ...given) => {
      const context = new (api.Modulus as unknown as new (m: unknown) => Modulus)(m);
      try {
        return (context as unknown as Loose<Modulus>)[name](...given);
      } finally {
        context.dispose();
      }
    },
    (m, ...given) => want(modulusOf(m), ...given),
  );

const exponentOf = (value: unknown, m: bigint) => int(value, exponentLimit(m));

const power = (name: "modPow" | "modPowVartime") =>
  call(
    name,
    [integer, exponent, modulus, limits],
    (api, ...args) => (api as unknown as Loose<Modexp>)[name](...args),
    (b, e, m, options) => {
      const limit = limitOf(options);
      return pow(int(b, limit), int(e, limit), modulusOf(m, limit));
    },
  );

const lists = (b: unknown, e: unknown, m: bigint) => {
  const bases = ints(b);
  const exponents = ints(e, exponentLimit(m));
  sameLength(bases, exponents);
  return bases.map((base, i) => pow(base, exponents[i] as bigint, m));
};

const PRIMES = [3n, 5n, 7n, 101n, 65_537n, (1n << 61n) - 1n, (1n << 89n) - 1n, (1n << 127n) - 1n];
const primes = fc.oneof(
  { weight: 6, arbitrary: fc.subarray(PRIMES, { minLength: 2, maxLength: 4 }) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...PRIMES, 9n, 1n, 0n, -3n, 2n, 15n), { maxLength: 4 }) },
  { weight: 1, arbitrary: list(integer) },
);

/** Products of at most three primes, or no moduli. */
const factored = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .array(fc.constantFrom(2n, ...PRIMES), { maxLength: 3 })
      .map((primes): unknown => primes.reduce((product, p) => product * p, 1n)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...STRANGE) },
);

/** The Legendre symbol by Euler's criterion; 1 or 0 for p = 2. */
function legendre(a: bigint, p: bigint): number {
  const power = pow(a, p >> 1n, p);
  return power === p - 1n && p > 2n ? -1 : Number(power);
}

/** A method of a context with a modulus of known primes. `brief` makes an answer comparable. */
const onFactors = (
  name: "sqrt" | "jacobi",
  brief: (answer: unknown, m: bigint) => unknown,
  want: (a: bigint, m: bigint, primes: readonly bigint[]) => unknown,
): Call =>
  call(
    `Modulus.${name}`,
    [factored, integer],
    (api, m, a) => {
      const context = new (api.Modulus as unknown as new (m: unknown) => Modulus)(m);
      try {
        return brief((context as unknown as Loose<Modulus>)[name](a), context.value);
      } finally {
        context.dispose();
      }
    },
    (given, a) => {
      let rest = modulusOf(given);
      const primes: bigint[] = [];
      for (const p of [2n, ...PRIMES]) for (; rest % p === 0n; rest /= p) primes.push(p);
      return want(int(a), modulusOf(given), primes);
    },
  );

function isSmallPrime(p: bigint): boolean {
  if (p < 3n || p >> 16n) return false;
  for (let d = 2n; d * d <= p; d++) if (p % d === 0n) return false;
  return true;
}

function productOf(given: unknown): bigint {
  const ps = ints(given);
  if (ps.length < 2 || new Set(ps).size < ps.length || !ps.every((p) => PRIMES.includes(p) || isSmallPrime(p)))
    throw new Refused(RangeError);
  return ps.reduce((product, p) => product * p);
}

/** Whether d is the inverse of a public exponent below 2^256, modulo p − 1 for each p. */
function isPrivate(d: bigint, primes: readonly bigint[]): boolean {
  const bits = (x: bigint) => x.toString(2).length;
  const orders = primes.map((p) => p - 1n);
  const longest = orders.reduce((longest, order) => (bits(order) < bits(longest) ? longest : order));
  if (d < 0n || gcd(d, longest) !== 1n) return false;
  const e = inverseOf(mod(d, longest), longest);
  return e < 1n << 256n && orders.every((order) => (d * e) % order === 1n);
}

const crt = (name: "pow" | "privateKeyOp") =>
  call(
    `CrtModulus.${name}`,
    [primes, integer, exponent],
    (api, ps, b, e) => {
      const n = new (api.CrtModulus as unknown as new (primes: unknown) => CrtModulus)(ps);
      try {
        return (n as unknown as Loose<CrtModulus>)[name](b, e);
      } finally {
        n.dispose();
      }
    },
    (ps, b, e) => {
      const m = productOf(ps);
      const [base, exponent] = [int(b), exponentOf(e, m)];
      if (name === "privateKeyOp" && !isPrivate(exponent, ints(ps))) throw new Refused(RangeError);
      return pow(base, exponent, m);
    },
  );

/** Tables; half of the calls save and load them. */
const fixed = (name: "pow" | "powVartime" | "powMany", exponents: fc.Arbitrary<unknown>) =>
  call(
    `FixedBase.${name}`,
    [modulus, integer, tables, exponents, fc.boolean()],
    (api, m, b, options, e, save) => {
      const context = new (api.Modulus as unknown as new (m: unknown) => Modulus)(m);
      let powers: FixedBase | undefined;
      try {
        powers = (context as unknown as Loose<Modulus>).fixedBase(b, options) as FixedBase;
        if (save) {
          const saved = powers.toBytes();
          powers.dispose();
          powers = api.FixedBase.fromBytes(saved);
        }
        return (powers as unknown as Loose<FixedBase>)[name](e);
      } finally {
        powers?.dispose();
        context.dispose();
      }
    },
    (modulus, b, options, e) => {
      const m = modulusOf(modulus);
      if (typeof options !== "object" || options === null) throw new Refused(TypeError);
      const { maxExponentBits, tableBytes } = options as { maxExponentBits: number; tableBytes?: unknown };
      size(maxExponentBits, 2 ** 30);
      if (tableBytes !== undefined) size(tableBytes, 2 ** 32);
      const base = int(b);
      if (name !== "powMany") return pow(base, int(e, maxExponentBits), m);
      return ints(e, maxExponentBits).map((each) => pow(base, each, m));
    },
  );

const word = (x: number) => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, x);
  return bytes;
};

/** Inputs of the precompile: three lengths, and too few, enough or too many bytes. */
const input = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(40), fc.nat(12), fc.nat(40), fc.uint8Array({ maxLength: 99 }))
      .map(([b, e, m, rest]): unknown => Uint8Array.of(...word(b), ...word(e), ...word(m), ...rest)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: any },
);

function precompiled(given: unknown): Uint8Array {
  mustBeBytes(given);
  const bytes = given as Uint8Array;
  const read = (at: number, length: number) => bytesOf(Uint8Array.from({ length }, (_, i) => bytes[at + i] ?? 0));
  const lengths = [0, 32, 64].map((at) => read(at, 32));
  if (lengths.some((length) => length > 1024n)) throw new Refused(RangeError);
  const [b, e, m] = lengths.map(Number) as [number, number, number];
  const modulus = read(96 + b + e, m);
  const power = modulus === 0n ? 0n : pow(read(96, b), read(96 + b, e), modulus);
  return m === 0 ? new Uint8Array(0) : toBytes(power, 1n << BigInt(8 * m - 1));
}

/** Options with an order of bytes, or with none. */
const order = fc.oneof(
  fc.boolean().map((littleEndian) => ({ littleEndian })),
  fc.constantFrom(...STRANGE).map((littleEndian) => ({ littleEndian })),
);

function isLittleEndian(options: unknown): boolean {
  const { littleEndian = false } = (options ?? {}) as { littleEndian?: unknown };
  if (typeof littleEndian !== "boolean") throw new Refused(TypeError);
  return littleEndian;
}

export const calls: readonly Call[] = [
  power("modPow"),
  power("modPowVartime"),
  call(
    "modInverse",
    [integer, modulus, limits],
    (api, ...args) => (api as unknown as Loose<Modexp>).modInverse(...args),
    (a, m, options) => {
      const limit = limitOf(options);
      return inverse(int(a, limit), modulusOf(m, limit));
    },
  ),
  method("pow", [integer, exponent], (m, b, e) => pow(int(b), exponentOf(e, m), m)),
  method("powVartime", [integer, exponent], (m, b, e) => pow(int(b), exponentOf(e, m), m)),
  method("add", [integer, integer], (m, a, b) => mod(int(a) + int(b), m)),
  method("sub", [integer, integer], (m, a, b) => mod(int(a) - int(b), m)),
  method("neg", [integer], (m, a) => mod(-int(a), m)),
  method("div", [integer, integer], (m, a, b) => {
    const [x, y] = [int(a), int(b)];
    return mod(x * inverse(y, m), m);
  }),
  onFactors(
    "sqrt",
    (root, m) => (root === undefined ? "none" : mod((root as bigint) ** 2n, m)),
    (a, m, primes) => {
      const [p] = primes;
      if (p === undefined || primes.length > 1) throw new Refused(RangeError);
      return legendre(a, p) < 0 ? "none" : mod(a, m);
    },
  ),
  onFactors(
    "jacobi",
    (symbol) => symbol,
    (a, m, primes) => {
      if (m % 2n === 0n) throw new Refused(RangeError);
      return primes.reduce((symbol, p) => symbol * legendre(a, p), 1) + 0;
    },
  ),
  method("mul", [integer, integer], (m, a, b) => mod(int(a) * int(b), m)),
  method("square", [integer], (m, a) => mod(int(a) ** 2n, m)),
  method("inverse", [integer], (m, a) => inverse(int(a), m)),
  method("inverseMany", [list(integer)], (m, list) => ints(list).map((a) => inverse(a, m))),
  method("powMany", [list(integer), list(exponent)], (m, b, e) => lists(b, e, m)),
  ...(["powProduct", "powProductVartime"] as const).map((name) =>
    method(name, [list(integer), list(exponent)], (m, b, e) =>
      lists(b, e, m).reduce((product, power) => (product * power) % m, 1n % m),
    ),
  ),
  ...(["powEach", "powEachVartime"] as const).map((name) =>
    method(name, [integer, list(exponent)], (m, b, e) => {
      const base = int(b);
      return ints(e, exponentLimit(m)).map((each) => pow(base, each, m));
    }),
  ),
  method("powBytes", [bytes, bytes], (m, b, e) => {
    // first checks that they are bytes, then their lengths
    for (const value of [b, e]) mustBeBytes(value);
    return toBytes(pow(bytesOf(b), bytesOf(e, exponentLimit(m)), m), m);
  }),
  method("squareRepeated", [integer, count], (m, a, n) => {
    const base = int(a);
    const times = int(n);
    if (times < 0n || times >> 64n) throw new Refused(RangeError);
    return pow(base, 1n << times, m);
  }),
  call(
    "toBytes",
    [integer, count, fc.oneof(limits, order)],
    (_api, ...args) => (toBytesOf as (...args: unknown[]) => unknown)(...args),
    (n, length, options) => {
      const most = limitOf(options);
      const isReversed = isLittleEndian(options);
      const x = int(n, most);
      if (typeof length !== "number" || !Number.isInteger(length)) throw new Refused(TypeError);
      if (length < 0 || length > Math.ceil(most / 8) || x < 0n || x >> BigInt(8 * length))
        throw new Refused(RangeError);
      const bytes = length === 0 ? new Uint8Array(0) : toBytes(x, 1n << BigInt(8 * length - 1));
      return isReversed ? bytes.reverse() : bytes;
    },
  ),
  call(
    "fromBytes",
    [bytes, fc.oneof(limits, order)],
    (_api, ...args) => (fromBytes as (...args: unknown[]) => unknown)(...args),
    (given, options) => {
      const most = limitOf(options);
      const isReversed = isLittleEndian(options);
      mustBeBytes(given);
      return bytesOf(isReversed ? (given as Uint8Array).slice().reverse() : given, most);
    },
  ),
  call(
    "crt",
    [list(integer), list(modulus), limits],
    (_api, ...args) => (crtOf as (...args: unknown[]) => unknown)(...args),
    (residues, moduli, options) => {
      const most = limitOf(options);
      const [rs, ms] = [ints(residues, most), ints(moduli, most)];
      sameLength(rs, ms);
      let [x, product] = [0n, 1n];
      for (const [i, m] of ms.entries()) {
        if (m < 1n) throw new Refused(RangeError);
        x += product * mod(((rs[i] as bigint) - x) * inverse(product, m), m);
        product = int(product * m, most);
      }
      return x;
    },
  ),
  fixed("pow", exponent),
  fixed("powVartime", exponent),
  fixed("powMany", list(exponent)),
  crt("pow"),
  crt("privateKeyOp"),
  call(
    "FixedBase.fromBytes",
    [any],
    (api, given) => api.FixedBase.fromBytes(given as Uint8Array),
    () => {
      throw new Refused();
    },
  ),
  call(
    "new FixedBase",
    [any],
    (api, given) => new (api.FixedBase as unknown as new (given: unknown) => unknown)(given),
    () => {
      throw new Refused(TypeError);
    },
  ),
  call(
    "a method of another object",
    [any, exponent],
    (api, self, e) => (api.Modulus.prototype.pow as (...args: unknown[]) => unknown).call(self, 2n, e),
    () => {
      throw new Refused(TypeError);
    },
  ),
  call(
    "plan",
    [fc.oneof(fc.nat(5000) as fc.Arbitrary<unknown>, any)],
    (api, bits) => (api as unknown as Loose<Modexp>).plan(bits),
    (bits) => {
      if (!Number.isInteger(bits)) throw new Refused(TypeError);
      if ((bits as number) < 0 || (bits as number) > 2 ** 24) throw new Refused(RangeError);
      return undefined;
    },
  ),
  call(
    "kernel",
    [integer],
    (api, bits) => (api.engine() as unknown as Loose<{ kernel: unknown }>).kernel(bits),
    (bits) => {
      if (int(bits) < 0n) throw new Refused(RangeError);
      return undefined;
    },
  ),
  call(
    "modexpPrecompile",
    [input],
    (_api, given) => modexpPrecompile(given as Uint8Array).output,
    (given) => precompiled(given),
  ),
  call(
    "modexpGas",
    [any, any],
    (_api, given, fork) => modexpGas(given as Uint8Array, { fork: fork as "osaka" }),
    (given, fork) => {
      mustBeBytes(given);
      if (fork !== undefined) throw new Refused(TypeError);
      return undefined;
    },
  ),
];
