/** All exports of the package, with right arguments for each call; this folder's tests inject faults into them. */
import { readFileSync } from "node:fs";
import bigInt from "big-integer";
import BN from "bn.js";
import JSBI from "jsbi";
import { BigInteger } from "jsbn";
import { Curve, type Curves } from "../../src/curves.js";
import { precompiles } from "../../src/evm.js";
import { createModexp, type Modexp, Modulus, modInverse } from "../../src/index.js";
import * as jsbiEntry from "../../src/jsbi.js";
import { Pairing } from "../../src/pairings.js";
import { createPool } from "../../src/pool.js";

/** An object with calls: a module, a class or an instance. */
export interface Subject {
  readonly name: string;
  /** Creates a new one, for each call that may dispose of it. */
  readonly of: () => unknown;
  /** An object that belongs to it and is also disposed of, for example the pairing of a group. */
  readonly owner?: (self: never) => unknown;
  /** Right arguments by the name of a call. */
  readonly calls: Readonly<Record<string, () => readonly unknown[]>>;
}

const P = (1n << 127n) - 1n;
const Q = (1n << 89n) - 1n;
/** The inverse of 65537 modulo (P − 1)(Q − 1). */
const D = modInverse(65537n, (P - 1n) * (Q - 1n));
const none = () => [];
/** Undeclared calls: only the package itself makes them, with checked arguments. */
export const internal = (): never => {
  throw new Error("an internal call has no row");
};

/** Different bytes at each call, equal in each test. */
function source(): (bytes: Uint8Array) => void {
  let state = 1;
  return (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      bytes[i] = state >>> 16;
    }
  };
}

const bytes = (...values: number[]) => Uint8Array.from(values);
const task = () => ({ signal: new AbortController().signal, onProgress: () => {} });
const limits = () => ({ maxBits: 4096 });
const primes = () => [P, Q];
const poolOf = () => createPool({ threads: 1 });

/** The calls of `modexp` that need no instance. */
const functions = {
  modPow: () => [3n, 200n, P, limits()],
  modPowVartime: () => [3n, 200n, P, limits()],
  modInverse: () => [3n, P, limits()],
  engine: none,
  plan: () => [256, { secret: true, modulusBits: 256 }],
  Modulus: () => [P, limits()],
  FixedBase: none,
  CrtModulus: () => [primes(), { power: 1, trusted: true, modulus: P * Q, maxBits: 4096 }],
};

/** The calls of entries that need no instance either, and have none. */
const conversions = {
  toBytes: () => [258n, 4, { littleEndian: true, ...limits() }],
  fromBytes: () => [bytes(1, 2), { littleEndian: true, ...limits() }],
  crt: () => [[2n, 3n], [3n, 5n], limits()],
};

const jsbi = (x: number) => JSBI.BigInt(x);

const modulus = {
  pow: () => [3n, 200n],
  powVartime: () => [3n, 200n],
  powBytes: () => [bytes(3), bytes(200)],
  add: () => [3n, 4n],
  sub: () => [3n, 4n],
  neg: () => [3n],
  mul: () => [3n, 4n],
  div: () => [3n, 4n],
  sqrt: () => [4n],
  jacobi: () => [3n],
  square: () => [3n],
  squareRepeated: () => [3n, 10n],
  inverse: () => [3n],
  inverseMany: () => [[3n, 4n]],
  powMany: () => [
    [3n, 4n],
    [200n, 201n],
  ],
  powEach: () => [3n, [200n, 201n]],
  powEachVartime: () => [3n, [200n, 201n]],
  powProduct: () => [
    [3n, 4n],
    [200n, 201n],
  ],
  powProductVartime: () => [
    [3n, 4n],
    [200n, 201n],
  ],
  fixedBase: () => [3n, { maxExponentBits: 64, tableBytes: 4096 }],
  dispose: none,
};
const fixedBase = {
  pow: () => [200n],
  powVartime: () => [200n],
  powMany: () => [[200n, 201n]],
  toBytes: none,
  dispose: none,
};
const crtModulus = {
  pow: () => [3n, 200n],
  privateKeyOp: () => [3n, D, { blind: source() }],
  dispose: none,
};

/** The calls with numbers of a different kind. */
function converted<T extends Record<string, () => readonly unknown[]>>(calls: T, convert: (x: bigint) => unknown): T {
  const each = (value: unknown): unknown => {
    if (typeof value === "bigint") return convert(value);
    if (Array.isArray(value)) return value.map(each);
    const isOptions = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    return isOptions ? Object.fromEntries(Object.entries(value).map(([name, option]) => [name, each(option)])) : value;
  };
  return Object.fromEntries(
    Object.entries(calls).map(([name, args]) => [name, () => args().map(each)]),
  ) as unknown as T;
}
const toJsbi = (x: bigint) => JSBI.BigInt(String(x));

const curve = (of: Curve) => ({
  multiply: () => [5n, of.g],
  multiplyVartime: () => [5n, of.g],
  multiplyBytes: () => [bytes(5), of.encode(of.g)],
  multiplyMany: () => [
    [5n, 6n],
    [of.g, of.g],
  ],
  msm: () => [[5n, 6n], packed(of)],
  msmVartime: () => [
    [5n, 6n],
    [of.g, of.identity],
  ],
  bases: () => [[of.g, of.g]],
  fixedBase: () => [of.g, { tableBytes: 16_384 }],
  checked: () => [{ ...of.g }],
  add: () => [of.g, of.g],
  negate: () => [of.g],
  isOnCurve: () => [of.g],
  isInSubgroup: () => [of.g],
  isIdentity: () => [of.g],
  equals: () => [of.g, of.g],
  encode: () => [of.g, { compressed: true }],
  decode: () => [of.encode(of.g, { compressed: true })],
  tryDecode: () => [of.encode(of.g)],
  decodeX: () => [xOf(of)],
  forThreads: internal,
  loadTables: internal,
  dispose: none,
});

function xOf(of: Curve): Uint8Array {
  // ZCash's encoding has no first byte
  return of.encode(of.g).slice(-2 * of.byteLength, -of.byteLength);
}

function packed(of: Curve): Uint8Array {
  const point = of.encode(of.g).subarray(1);
  return Uint8Array.from([...point, ...point]);
}

function savedOf(of: Curve): Uint8Array {
  const tables = of.fixedBase(of.g);
  const saved = tables.toBytes();
  tables.dispose();
  return saved;
}

const curves = (name: string, api: () => Curves) => ({
  name,
  of: api,
  calls: { Curve: () => [parameters()], FixedBase: none, tier: none },
});

const p256 = new Curve("P-256");
/** P-256 by its parameters. */
function parameters() {
  const { p, a, b, order, cofactor, g } = p256;
  return { p, a, b, order, cofactor, g: { ...g } };
}

/** All subjects on one instance of numbers, of curves and of pairings. */
export function numbersOn(name: string, api: Modexp): Subject[] {
  const make = () => new api.Modulus(P);
  const tables = () => make().fixedBase(3n, { maxExponentBits: 64, tableBytes: 4096 });
  return [
    { name: `${name}: createModexp`, of: () => api, calls: functions },
    { name: `${name}: engine`, of: () => api.engine(), calls: { kernel: () => [256] } },
    {
      name: `${name}: FixedBase itself`,
      of: () => api.FixedBase,
      calls: { fromBytes: () => [tables().toBytes(), limits()] },
    },
    { name: `${name}: Modulus`, of: make, calls: modulus },
    { name: `${name}: FixedBase`, of: tables, calls: fixedBase },
    { name: `${name}: CrtModulus`, of: () => new api.CrtModulus([P, Q]), calls: crtModulus },
  ];
}

export function curvesOn(name: string, api: Curves, of: () => Curve): Subject[] {
  const base = () => {
    const own = of();
    return own.bases([own.g, own.g]);
  };
  const tables = () => {
    const own = of();
    return own.fixedBase(own.g);
  };
  return [
    curves(`${name}: createCurves`, () => api),
    {
      name: `${name}: FixedBase itself`,
      of: () => api.FixedBase,
      calls: {
        fromBytes: () => {
          const own = of();
          return [savedOf(own), own];
        },
      },
    },
    { name: `${name}: Curve`, of, calls: curve(of()) },
    { name: `${name}: Point`, of: () => of().g, calls: { toJSON: none } },
    { name: `${name}: scalars`, of: () => of().scalars, calls: modulus },
    { name: `${name}: Bases`, of: base, calls: { msmVartime: () => [[5n, 6n]], dispose: none } },
    {
      name: `${name}: FixedBase`,
      of: tables,
      calls: {
        multiply: () => [5n],
        multiplyVartime: () => [5n],
        multiplyMany: () => [[5n, 6n]],
        toBytes: none,
        dispose: none,
      },
    },
  ];
}

export function pairingsOn(name: string, api: object, of: () => Pairing): Subject[] {
  const shared = of();
  const { g1, g2 } = shared;
  // each test gets its own pairing, and disposes of it
  const owners = new WeakMap<object, Pairing>();
  const owned = <T extends object>(make: (e: Pairing) => T) => {
    const e = of();
    const made = make(e);
    owners.set(made, e);
    return made;
  };
  const owner = (self: never) => owners.get(self);
  return [
    {
      name: `${name}: createPairings`,
      of: () => api,
      calls: { Pairing: () => [shared.name], FixedBase: none, tier: none },
    },
    {
      name: `${name}: FixedBase itself`,
      of: () => Reflect.get(api, "FixedBase"),
      calls: {
        fromBytes: () => {
          const own = of();
          return [savedOf(own.g1), own.g1];
        },
      },
    },
    {
      name: `${name}: Pairing`,
      of,
      calls: {
        pair: () => [g1.g, g2.g],
        product: () => [[[g1.g, g2.g]]],
        isOne: () => [
          [
            [g1.g, g2.g],
            [g1.negate(g1.g), g2.g],
          ],
        ],
        prepare: () => [g2.g],
        mapToG1: () => [5n],
        mapToG2: () => [[5n, 6n]],
        precompile: internal,
        dispose: none,
      },
    },
    { name: `${name}: PreparedPoint`, of: () => owned((e) => e.prepare(e.g2.g)), owner, calls: { dispose: none } },
    {
      name: `${name}: G1`,
      of: () => owned((e) => e.g1),
      owner,
      calls: curve(g1),
    },
    { name: `${name}: G2`, of: () => owned((e) => e.g2), owner, calls: curve(g2 as unknown as Curve) },
  ];
}

/** The group of a pairing's values: its arguments are values of the same pairing. */
export function valuesOn(name: string, e: Pairing): Subject[] {
  const value = e.pair(e.g1.g, e.g2.g);
  return [
    {
      name: `${name}: Gt`,
      of: () => e.gt,
      calls: {
        pow: () => [value, 5n],
        powVartime: () => [value, 5n],
        powMany: () => [
          [value, value],
          [5n, 6n],
        ],
        fixedBase: () => [value, { tableBytes: 4096 }],
        fromBytes: () => [value.toBytes()],
        fromCoefficients: () => [value.toCoefficients()],
      },
    },
    {
      name: `${name}: GtElement`,
      of: () => value,
      calls: {
        equals: () => [value],
        multiply: () => [value],
        inverse: none,
        isOne: none,
        toBytes: none,
        toCoefficients: none,
      },
    },
    { name: `${name}: GtFixedBase`, of: () => e.gt.fixedBase(value), calls: { pow: () => [5n], dispose: none } },
  ];
}

export const pool: Subject = {
  name: "Pool",
  of: poolOf,
  calls: {
    pow: () => [{ value: P }, 3n, 200n, task()],
    powMany: () => [{ value: P }, [3n, 4n], [200n, 201n], task()],
    powEach: () => [{ value: P }, 3n, [200n, 201n], task()],
    powEachVartime: () => [{ value: P }, 3n, [200n, 201n], task()],
    powProduct: () => [{ value: P }, [3n, 4n], [200n, 201n], task()],
    powProductVartime: () => [{ value: P }, [3n, 4n], [200n, 201n], task()],
    powFixedBase: () => [new Modulus(P).fixedBase(3n, { maxExponentBits: 64, tableBytes: 4096 }), [200n, 201n], task()],
    squareRepeated: () => [{ value: P }, 3n, 10, task()],
    multiplyMany: () => onCurve((of) => [of, [5n, 6n], [of.g, of.g], task()]),
    msm: () => onCurve((of) => [of, [5n, 6n], packed(of), task()]),
    msmVartime: () => onCurve((of) => [of, [5n, 6n], [of.g, of.g], task()]),
    dispose: none,
  },
};

function onCurve(args: (of: Curve) => readonly unknown[]): readonly unknown[] {
  return args(new Curve("P-256"));
}

/** The integers of the libraries with adapters. */
const library = (make: (x: number) => unknown, whole: unknown) => ({
  modPow: () => [make(3), make(200), make(1009), limits()],
  modPowVartime: () => [make(3), make(200), make(1009), limits()],
  install: () => [whole],
});

/** A pool without threads: a real one would start threads for each value. */
const primePool = {
  threads: 2,
  pow: async (m: bigint, b: bigint, e: bigint) => createModexp({ tier: "js" }).modPow(b, e, m),
};

/** The options of a prime. */
const prime = () => ({ safe: false, random: source() });

const wasm = () => new Uint8Array(readFileSync(new URL("../../wasm/modexp-simd.wasm", import.meta.url)));
const call = () => {
  const input = new Uint8Array(99);
  input.set([1], 31);
  input.set([1], 63);
  input.set([1], 95);
  input.set([3, 5, 100], 96);
  return input;
};
const gas = () => ({ gasLimit: 100_000n });

/** The entries of package.json, each with right arguments for its exports. */
/** The arguments with a group in front, a new one each time. */
const onG1 = (args: (g1: Pairing["g1"]) => readonly unknown[]) => () => {
  const { g1 } = new Pairing("alt_bn128");
  return [g1, ...args(g1)];
};

export const entries: Readonly<Record<string, Subject["calls"]>> = {
  ".": { ...functions, ...conversions, createModexp: () => [{ tier: "js", maxBits: 4096 }] },
  "./async": { ...conversions, createModexp: () => [{ tier: "js", maxBits: 4096 }] },
  "./slim": { init: () => [wasm(), limits()], ...functions, ...conversions },
  "./pool": { createPool: () => [{ threads: 1, tier: "js", maxBits: 4096 }] },
  "./evm": {
    modexpGas: () => [call(), { fork: "osaka" }],
    modexpPrecompile: () => [call(), { fork: "osaka", gasLimit: 100_000n, maxBits: 4096 }],
    p256Verify: () => [new Uint8Array(160), gas()],
    precompiles: () => [{ fork: "berlin", eips: [2537] }],
    isFork: () => ["osaka"],
  },
  "./primes": {
    gcd: () => [12n, 18n, limits()],
    jacobi: () => [5n, 9n, limits()],
    tryInverse: () => [3n, 10n, limits()],
    isProbablyPrime: () => [P, { rounds: 2, random: source(), maxBits: 4096 }],
    randomPrime: () => [64, prime()],
    randomPrimeOn: () => [primePool, 64, { ...prime(), ...task() }],
  },
  "./groups": { group: () => ["modp768"], isGroupName: () => ["modp768"] },
  "./formats": {
    decodeSnarkjs: onG1(() => [["1", "2", "1"]]),
    encodeSnarkjs: onG1((g1) => [g1.g]),
    decodeGnark: onG1(() => [new Uint8Array(64)]),
    encodeGnark: onG1((g1) => [g1.g, { compressed: true }]),
    decodeArkworks: onG1(() => [bytes(1, ...new Uint8Array(31))]),
    encodeArkworks: onG1((g1) => [g1.g, { compressed: true }]),
  },
  "./jsbi": {
    ...converted(functions, toJsbi),
    ...converted(conversions, toJsbi),
    plan: functions.plan,
    FixedBase: () => [new Modulus(P).fixedBase(3n, { maxExponentBits: 64 })],
  },
  "./bn.js": library((x) => new BN(x), BN),
  "./jsbn": library((x) => new BigInteger(String(x), 10), BigInteger),
  "./big-integer": library((x) => bigInt(x), bigInt),
  "./curves": {
    Curve: () => [parameters()],
    FixedBase: none,
    createCurves: () => [{ tier: "simd" }],
    isCurveName: () => ["P-256"],
  },
  "./curves/async": { isCurveName: () => ["P-256"], createCurves: () => [{ tier: "simd" }] },
  "./binary-curves": {
    isBinaryCurveName: () => ["B-163"],
    Curve: () => ["B-163"],
    FixedBase: none,
    createCurves: none,
  },
  "./binary-curves/async": { isBinaryCurveName: () => ["B-163"], createCurves: none },
  "./pairings": {
    Pairing: () => ["alt_bn128"],
    FixedBase: none,
    createPairings: () => [{ tier: "simd" }],
    isPairingName: () => ["BN254"],
  },
  "./pairings/async": { isPairingName: () => ["BN254"], createPairings: () => [{ tier: "simd" }] },
  "./historical-pairings": {
    isHistoricalPairingName: () => ["SSP-512"],
    Pairing: () => ["SSP-512"],
    FixedBase: none,
    createPairings: () => [{ tier: "simd" }],
  },
};

/** Instances that entries export once, on any tier. */
export function others(): Subject[] {
  const make = () => new jsbiEntry.Modulus(toJsbi(P));
  const tables = () => make().fixedBase(jsbi(3), { maxExponentBits: 64, tableBytes: 4096 });
  const contracts = Object.fromEntries(
    [...precompiles("osaka")].map(([address, contract]) => [String(address), contract]),
  );
  /** Inputs of zeros that the contracts accept: the identity. */
  const LENGTHS: Record<string, number> = {
    11: 256,
    12: 160,
    13: 512,
    14: 288,
    15: 384,
    16: 64,
    17: 128,
    256: 160,
    8: 192,
  };
  return [
    {
      name: "jsbi: FixedBase itself",
      of: () => jsbiEntry.FixedBase,
      calls: { fromBytes: () => [tables().toBytes(), limits()] },
    },
    { name: "jsbi: Modulus", of: make, calls: converted(modulus, toJsbi) },
    { name: "jsbi: FixedBase", of: tables, calls: converted(fixedBase, toJsbi) },
    {
      name: "jsbi: CrtModulus",
      of: () => new jsbiEntry.CrtModulus([toJsbi(P), toJsbi(Q)]),
      calls: converted(crtModulus, toJsbi),
    },
    {
      name: "precompiles",
      of: () => contracts,
      calls: Object.fromEntries(
        Object.keys(contracts).map((address) => [
          address,
          () => [address === "5" ? call() : new Uint8Array(LENGTHS[address] ?? 128), gas()],
        ]),
      ),
    },
    pool,
  ];
}
