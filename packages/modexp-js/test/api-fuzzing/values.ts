/** Values that a caller might pass: valid ones, invalid ones, and values that only look valid. */
import fc from "fast-check";

const LONG = 1n << 65_536n;

const sized = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });
const natural = fc.oneof(
  { weight: 4, arbitrary: sized(8) },
  { weight: 3, arbitrary: sized(64) },
  { weight: 2, arbitrary: sized(256) },
  { weight: 1, arbitrary: sized(600) },
);

/** Neither a bigint nor a safe integer. */
export const STRANGE: readonly unknown[] = [
  ...[
    1.5,
    -0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    2 ** 53,
    -(2 ** 53),
    1e300,
    Number.MIN_VALUE,
  ],
  ...["", "5", "0x10", "-1", "9".repeat(5000), null, undefined, true, false, Symbol("7"), Symbol.iterator],
  ...[
    {},
    [],
    [5n],
    [[1n]],
    new Date(5),
    /7/,
    new Map(),
    new Set([1n]),
    () => 5n,
    class A {},
    new Error("no"),
    Promise.resolve(1n),
  ],
  ...[Object(5n), Object(5), Object("5"), Object(Symbol("5")), Object.create(null), Object.freeze([1n, 2n])],
  ...[
    { valueOf: () => 5n },
    { toString: () => "5" },
    { [Symbol.toPrimitive]: () => 5n },
    { value: 5n },
    { length: 2, 0: 1n, 1: 2n },
  ],
  ...[new Proxy({}, {}), new Proxy([3n, 4n], {}), new Proxy(() => 5n, {}), new Proxy(new Uint8Array(3), {})],
  ...[
    new ArrayBuffer(8),
    new DataView(new ArrayBuffer(8)),
    BigInt64Array.of(5n),
    BigUint64Array.of(5n),
    Float64Array.of(5),
  ],
  ...[
    Uint8Array.of(5),
    new Uint8Array(0),
    Uint8ClampedArray.of(5),
    Int8Array.of(5),
    Uint16Array.of(5),
    globalThis,
    Math,
    JSON,
  ],
];
const strange = fc.constantFrom(...STRANGE);

/** Too long, by one bit or by many. */
const long = fc.constantFrom(LONG, -LONG, LONG * LONG, -(LONG << 100_000n), LONG << 20_000_000n);

/** Mostly an integer. */
export const integer: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 24, arbitrary: natural },
  { weight: 6, arbitrary: natural.map((x) => -x) },
  { weight: 4, arbitrary: fc.integer({ min: -300, max: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(0n, 1n, -1n, 0, -0, 2 ** 53 - 1, -(2 ** 53) + 1, LONG - 1n) },
  { weight: 4, arbitrary: strange },
  { weight: 1, arbitrary: long },
);

/** Mostly a short exponent. */
export const exponent: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 120, arbitrary: sized(16) },
  { weight: 50, arbitrary: sized(130) },
  { weight: 30, arbitrary: sized(64).map((x) => -x) },
  { weight: 20, arbitrary: fc.integer({ min: -20, max: 70_000 }) },
  { weight: 30, arbitrary: strange },
  { weight: 2, arbitrary: long },
);

/** Mostly a modulus. */
export const modulus: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: natural.map((m) => m + 1n) },
  { weight: 6, arbitrary: natural.map((m) => m | 1n) },
  { weight: 1, arbitrary: integer },
);

const listOf = (element: fc.Arbitrary<unknown>) => fc.array(element, { maxLength: 5 });

/** Mostly a list of `element`. */
export const list = (element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: listOf(element) },
    { weight: 1, arbitrary: listOf(element).map((values) => new Proxy(values, {})) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(
        new Array(3),
        new Array(2 ** 32 - 1),
        Object.assign([1n, 2n, 3n], { length: 5 }),
        "12",
        5n,
      ),
    },
    { weight: 1, arbitrary: strange },
  );

/** Mostly bytes. */
export const bytes: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 9 }).map((given) => given.subarray(1)) },
  { weight: 1, arbitrary: fc.constantFrom(new Uint8Array(8193), new Uint8Array(8192), new Uint8Array(1 << 22)) },
  { weight: 1, arbitrary: strange },
);

/** Options, mostly undefined. */
export const limits: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 64, 600, 65_536, 131_072).map((maxBits) => ({ maxBits })),
  },
  { weight: 1, arbitrary: strange.map((maxBits) => ({ maxBits })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>({}, { maxBits: 0 }, { maxBits: -1 }, { maxBits: undefined }, { other: 1 }),
  },
);

/** The options of tables: small ones, or invalid ones. */
export const tables: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { maxExponentBits: fc.integer({ min: 1, max: 300 }), tableBytes: fc.integer({ min: 1, max: 1 << 16 }) },
      { requiredKeys: ["maxExponentBits"] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ maxExponentBits: strange, tableBytes: fc.constant(64) }) },
  { weight: 1, arbitrary: fc.record({ maxExponentBits: fc.constant(64), tableBytes: strange }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ maxExponentBits: 0 }, { maxExponentBits: 2 ** 30 + 1 }, {}) },
  { weight: 1, arbitrary: strange },
);

/** A count that needs no long wait, or an invalid one. */
export const count: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 600 }) },
  { weight: 2, arbitrary: sized(9) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(1n << 64n, -1n, 1n << 70_000n) },
  { weight: 1, arbitrary: strange },
);

export const any: fc.Arbitrary<unknown> = fc.oneof(strange, integer, bytes);
