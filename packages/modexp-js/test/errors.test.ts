import { describe, expect, test } from "vitest";
import { show } from "../src/api/validate.js";
import { createModexp as createAsync } from "../src/async.js";
import { modexpGas, modexpPrecompile } from "../src/evm.js";
import { CrtModulus, createModexp, type Int, Modulus, modPow, type Tier } from "../src/index.js";
import { createPool } from "../src/pool.js";
import { inputs } from "./fault-injection/inputs.js";
import { fresh, tiers } from "./shared/tiers.js";

// values from a caller without types
const wrong = (value: unknown) => value as Int;
const P = (1n << 255n) - 19n;
const LONG_EVEN = 1n << 300n;

describe.each(tiers)("bad input on $tier", ({ api }) => {
  const { modPow, modPowVartime, modInverse, Modulus } = api;
  const modulus = new Modulus(P);

  test.each([
    [0n, "modulus must be at least 1, got 0"],
    [0, "modulus must be at least 1, got 0"],
    [-5n, "modulus must be at least 1, got -5"],
    [-(1n << 200n), /^modulus must be at least 1, got -160693804425899027554196209234116260252… \(62 characters\)$/],
  ])("modulus %s is a RangeError", (m, message) => {
    for (const call of [
      () => modPow(2n, 3n, m),
      () => modPowVartime(2n, 3n, m),
      () => modInverse(2n, m),
      () => new Modulus(m),
    ]) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow(message);
    }
  });

  test("modulo 1 everything is 0", () => {
    const one = new Modulus(1n);
    for (const x of [0n, 1n, -1n, P, -P]) {
      for (const e of [0n, 1n, -1n, P]) {
        expect(modPow(x, e, 1n)).toBe(0n);
        expect(modPowVartime(x, e, 1n)).toBe(0n);
        expect(one.pow(x, e)).toBe(0n);
      }
      expect(modInverse(x, 1n)).toBe(0n);
      expect(one.mul(x, x)).toBe(0n);
      expect(one.square(x)).toBe(0n);
      expect(one.squareRepeated(x, 3)).toBe(0n);
    }
    expect(one.powBytes(Uint8Array.of(5), Uint8Array.of(0))).toEqual(Uint8Array.of(0));
    expect(one.inverseMany([0n, 5n])).toEqual([0n, 0n]);
    expect(one.powMany([1n, 2n], [0n, 5n])).toEqual([0n, 0n]);
    expect(one.powProduct([], [])).toBe(0n);
    expect(one.powProductVartime([], [])).toBe(0n);
    expect(one.bitLength).toBe(1);
    expect(one.byteLength).toBe(1);
  });

  test("0^0 is 1 mod m", () => {
    for (const m of [2n, 7n, P, LONG_EVEN, LONG_EVEN + 2n]) {
      expect(modPow(0n, 0n, m)).toBe(1n);
      expect(modPowVartime(m, 0n, m)).toBe(1n);
      expect(modPow(0n, P, m)).toBe(0n);
    }
    expect(modulus.powBytes(new Uint8Array(0), new Uint8Array(0)).at(-1)).toBe(1);
  });

  test("a negative exponent without inverse is a RangeError that names the common factor", () => {
    for (const call of [
      () => modPow(6n, -1n, 9n),
      () => modPow(0n, -5n, P),
      () => modPowVartime(2n, -3n, LONG_EVEN),
      () => new Modulus(LONG_EVEN).pow(2n, -1n),
    ]) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow("base has no inverse: it and the modulus have a common factor; pass coprime numbers");
    }
    for (const call of [() => modInverse(3n, 9n), () => modulus.inverse(0n)]) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow("a has no inverse");
    }
    expect(() => modulus.inverseMany([1n, 2n, P])).toThrow("numbers[2] has no inverse: it and the modulus have");
    for (const call of [
      () => modulus.powMany([2n, P, 3n], [1n, -1n, -1n]),
      () => modulus.powProduct([2n, P, 3n], [1n, -1n, -1n]),
      () => modulus.powProductVartime([2n, P, 3n], [1n, -1n, -1n]),
    ]) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow("bases[1] has no inverse: it and the modulus have a common factor; pass coprime numbers");
    }
  });

  test.each([
    [1.5, "1.5"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    ["5", '"5"; pass BigInt("5")'],
    ["ff", '"ff"; pass BigInt("0xff")'],
    ["0xFF", '"0xFF"; pass BigInt("0xFF")'],
    ["5n", '"5n"; convert it with BigInt(…) first'],
    ["", '""; convert it with BigInt(…) first'],
    [
      Buffer.of(1),
      "an object (Buffer); use the call for bytes, as powBytes or multiplyBytes, or convert them with fromBytes",
    ],
    [null, "null"],
    [undefined, "undefined"],
    [true, "true"],
    [2 ** 53, "9007199254740992; above 2^53 − 1 pass a bigint, like 2n ** 53n"],
    [{}, "an object (Object)"],
    [[1n], "an array"],
    [() => 1n, "a function"],
    [Symbol("x"), "Symbol(x)"],
  ])("%o is a TypeError that names the argument", (value, shown) => {
    const message = (name: string) => `${name} must be a bigint or a safe integer, got ${shown}`;
    const bad = wrong(value);
    const calls: [string, () => unknown][] = [
      ["base", () => modPow(bad, 2n, 3n)],
      ["exponent", () => modPow(2n, bad, 3n)],
      ["modulus", () => modPow(2n, 3n, bad)],
      ["base", () => modPowVartime(bad, 2n, 3n)],
      ["exponent", () => modPowVartime(2n, bad, 3n)],
      ["modulus", () => modPowVartime(2n, 3n, bad)],
      ["a", () => modInverse(bad, 3n)],
      ["modulus", () => modInverse(2n, bad)],
      ["modulus", () => new Modulus(bad)],
      ["base", () => modulus.pow(bad, 1n)],
      ["exponent", () => modulus.pow(1n, bad)],
      ["base", () => modulus.powVartime(bad, 1n)],
      ["exponent", () => modulus.powVartime(1n, bad)],
      ["a", () => modulus.mul(bad, 1n)],
      ["b", () => modulus.mul(1n, bad)],
      ["a", () => modulus.square(bad)],
      ["a", () => modulus.inverse(bad)],
      ["numbers[1]", () => modulus.inverseMany([1n, bad])],
      ["a", () => modulus.squareRepeated(bad, 1)],
      ["count", () => modulus.squareRepeated(1n, bad)],
      ["bases[1]", () => modulus.powMany([1n, bad], [1n, 2n])],
      ["exponents[0]", () => modulus.powMany([1n, 2n], [bad, 2n])],
      ["base", () => modulus.powEach(bad, [1n])],
      ["exponents[0]", () => modulus.powEach(1n, [bad])],
      ["exponents[0]", () => modulus.powEachVartime(1n, [bad])],
      ["bases[0]", () => modulus.powProduct([bad], [1n])],
      ["exponents[0]", () => modulus.powProductVartime([1n], [bad])],
    ];
    for (const [name, call] of calls) {
      expect(call).toThrow(TypeError);
      expect(call).toThrow(message(name));
    }
  });

  test("safe integers are as good as bigints", () => {
    expect(modPow(3, 5, 7)).toBe(5n);
    expect(modPow(-3, -5, 7)).toBe(modPow(-3n, -5n, 7n));
    expect(modPow(-0, 1, Number.MAX_SAFE_INTEGER)).toBe(0n);
    expect(new Modulus(7).powMany([1, 2n], [3n, 4])).toEqual([1n, 2n]);
  });

  test("lists that are none, or of different lengths", () => {
    const calls: [() => unknown, string][] = [
      [
        () => modulus.powMany(5n as unknown as Int[], [1n]),
        "bases must be an array of bigints or safe integers, got 5",
      ],
      [
        () => modulus.powMany([1n], "x" as unknown as Int[]),
        'exponents must be an array of bigints or safe integers, got "x"',
      ],
      [() => modulus.powEach(1n, null as unknown as Int[]), "exponents must be an array"],
    ];
    for (const [call, message] of calls) {
      expect(call).toThrow(TypeError);
      expect(call).toThrow(message);
    }
    for (const call of [() => modulus.powMany([1n], [2n, 3n, 4n]), () => modulus.powProduct([1n], [2n, 3n, 4n])]) {
      expect(call).toThrow(RangeError);
      expect(call).toThrow("bases and exponents must have the same length, got 1 bases and 3 exponents");
    }
    expect(modulus.inverseMany([])).toEqual([]);
    expect(modulus.powMany([], [])).toEqual([]);
    expect(modulus.powEach(3n, [])).toEqual([]);
    expect(modulus.powEachVartime(3n, [])).toEqual([]);
    expect(modulus.powProduct([], [])).toBe(1n);
    expect(modulus.powProductVartime([], [])).toBe(1n);
  });

  test("lists that are longer than the stack", () => {
    const list = Array.from({ length: 130_000 }, (_, i) => BigInt(i % 100) + 1n);
    const small = new Modulus(101n);
    const want = list.slice(0, 100).map((e) => 2n ** e % 101n);
    const repeated = list.map((_, i) => want[i % 100]);
    const twos = new Array(list.length).fill(2n);
    expect(small.powEach(2n, list)).toEqual(repeated);
    expect(small.powMany(twos, list)).toEqual(repeated);
    expect(small.fixedBase(2n, { maxExponentBits: 8 }).powMany(list)).toEqual(repeated);
    expect(small.powProduct(twos, list)).toBe(2n ** (list.reduce((sum, e) => sum + e) % 100n) % 101n);
    expect(small.inverseMany(list).every((x, i) => (x * (list[i] as bigint)) % 101n === 1n)).toBe(true);
  });

  test("squareRepeated counts from 0 to 2^64 − 1", () => {
    expect(modulus.squareRepeated(P + 3n, 0)).toBe(3n);
    expect(() => modulus.squareRepeated(2n, -1)).toThrow("count must be at least 0, got -1");
    expect(() => modulus.squareRepeated(2n, 1n << 64n)).toThrow("count must be below 2^64, got a number of 65 bits");
  });

  test("powBytes takes nothing but Uint8Array", () => {
    const bytes = new Uint8Array(1);
    const text = "00" as unknown as Uint8Array;
    expect(() => modulus.powBytes(text, bytes)).toThrow(TypeError);
    expect(() => modulus.powBytes(text, bytes)).toThrow('base must be a Uint8Array, got "00"');
    expect(() => modulus.powBytes(bytes, [1] as unknown as Uint8Array)).toThrow("exponent must be a Uint8Array");
  });

  test("after dispose every call is an Error", () => {
    const m = new Modulus(P);
    m.pow(2n, P);
    m.dispose();
    m.dispose();
    for (const call of [
      () => m.value,
      () => m.pow(2n, 3n),
      () => m.powVartime(2n, P),
      () => m.powBytes(new Uint8Array(1), new Uint8Array(1)),
      () => m.mul(1n, 1n),
      () => m.square(1n),
      () => m.squareRepeated(1n, 1),
      () => m.inverse(1n),
      () => m.powMany([1n], [1n]),
      () => m.powEach(1n, [1n]),
      () => m.powEachVartime(1n, [1n]),
      () => m.powProduct([1n], [1n]),
      () => m.powProductVartime([1n], [1n]),
      () => m.powMany([], []),
      () => m.powProduct([], []),
    ]) {
      expect(call).toThrow("this Modulus was disposed of; make a new one");
    }
  });

  test("using disposes at the end of the block", () => {
    let escaped: InstanceType<typeof Modulus>;
    {
      using m = new Modulus(P);
      expect(m.pow(2n, P - 1n)).toBe(1n);
      escaped = m;
    }
    expect(() => escaped.pow(2n, 1n)).toThrow("disposed");
  });
});

describe.each(tiers)("options on $tier", ({ tier, api }) => {
  const shared = Object.prototype as Record<string, unknown>;

  test("are read from the object itself, not from its prototypes", () => {
    const m = new api.Modulus(P);
    const n = new api.CrtModulus([1_000_003n, 1_000_033n]);
    const saved = m.fixedBase(3n, { maxExponentBits: 64 }).toBytes();
    const want = [api.plan(300), m.fixedBase(3n, { maxExponentBits: 64 }).tableBytes, createModexp().engine().tier];
    const inherited = {
      ...{ maxBits: 8, tier: "none", secret: false, modulusBits: 9, maxExponentBits: 7, tableBytes: 1, threads: 0 },
      ...{ fork: "byzantium", gasLimit: 1n, blind: "never" },
    };
    try {
      Object.assign(shared, inherited);
      for (const options of [undefined, {}, Object.create(inherited)]) {
        expect(api.modPow(300n, 2n, P, options)).toBe(90_000n);
        expect(api.modInverse(2n, P, options)).toBe((P + 1n) / 2n);
        expect(new api.Modulus(P, options).pow(300n, 2n)).toBe(90_000n);
        expect(new api.CrtModulus([1_000_003n, 1_000_033n], options).pow(2n, 20n)).toBe(1_048_576n);
        expect(n.privateKeyOp(n.pow(42n, 65537n), 983_264_276_609n, options)).toBe(42n);
        expect(api.FixedBase.fromBytes(saved, options).pow(2n)).toBe(9n);
        expect(() => m.fixedBase(3n, options)).toThrow(
          "maxExponentBits must be an integer of type number, got undefined",
        );
        const tables = m.fixedBase(3n, Object.assign(Object.create(options ?? null), { maxExponentBits: 64 }));
        expect([api.plan(300, options), tables.tableBytes, createModexp(options).engine().tier]).toEqual(want);
        expect(createPool(options).threads).toBeGreaterThan(0);
        expect(modexpGas(new Uint8Array(96), options)).toBe(500n);
        expect(modexpPrecompile(new Uint8Array(96), options).gas).toBe(500n);
      }
      // an inherited limit is ignored, valid or not
      shared.maxBits = 100_000;
      expect(() => api.modPow(1n << 65_536n, 2n, P)).toThrow("base must have at most 65536 bits");
      expect(fresh(tier).modPow(2n, 10n, P)).toBe(1024n);
    } finally {
      for (const name of Object.keys(inherited)) delete shared[name];
    }
  });

  test("of a call of a pool, too", async () => {
    using pool = createPool({ threads: 1, ...(tier !== "native" && { tier }) });
    try {
      shared.onProgress = 5;
      expect(await pool.powMany(P, [2n], [10n])).toEqual([1024n]);
    } finally {
      delete shared.onProgress;
    }
  });
});

test("a value is shown with 40 characters, and of a number above 2^65536 its size alone", () => {
  const digits = "1234567890".repeat(4);
  expect(show(digits)).toBe(`"${digits}"`);
  expect(show(`${digits}1`)).toBe(`"${digits}…"`);
  expect(show(BigInt(digits))).toBe(digits);
  expect(show(BigInt(`${digits}1`))).toBe(`${digits}… (41 characters)`);
  const long = (1n << 65_536n) - 1n;
  expect(show(long)).toBe(`${String(long).slice(0, 40)}… (19729 characters)`);
  expect(show(long + 1n)).toBe("65537 bits");
});

test("options that are no object are a TypeError that shows one", async () => {
  const wanted = (example: string) => `options must be an object, as ${example}, got `;
  for (const bad of [null, 5, "js"] as unknown[] as object[]) {
    for (const call of [
      () => createModexp(bad),
      () => modPow(1n, 1n, 7n, bad),
      () => new Modulus(7n, bad),
      () => new CrtModulus([3n, 5n], bad),
      () => createPool(bad),
      () => modexpPrecompile(new Uint8Array(96), bad),
    ]) {
      expect(call).toThrow(TypeError);
      expect(call).toThrow(wanted("{ maxBits: 4096 }"));
    }
    expect(() => modexpGas(new Uint8Array(96), bad)).toThrow(wanted('{ fork: "osaka" }'));
    await expect(createAsync(bad)).rejects.toThrow(wanted("{ maxBits: 4096 }"));
  }
});

describe("createModexp", () => {
  test("an unknown tier is a TypeError that lists the tiers", () => {
    for (const tier of ["fast", null, 3] as unknown as Tier[]) {
      expect(() => createModexp({ tier })).toThrow(TypeError);
      expect(() => createModexp({ tier })).toThrow('tier must be one of "relaxed", "wide", "simd", "js", got');
    }
  });

  test("a tier that this engine lacks is an Error that says why and what there is", () => {
    const here = tiers.map(({ tier }) => tier);
    for (const tier of (["relaxed", "wide", "simd"] as const).filter((tier) => !here.includes(tier))) {
      expect(() => createModexp({ tier })).toThrow(/^this engine cannot run tier ".*": .*; pass one of .*"js"$/);
    }
  });
});

describe("arguments that change, throw, or call back while they are read", () => {
  test.each(inputs)("$name", ({ work }) => work());
});
