import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sumInG1, sumInG2 } from "../src/evm/discounts.js";
import { type Fork, modexpGas, modexpPrecompile } from "../src/evm.js";
import { bytesToInt, intToBytes } from "../src/limbs/bytes.js";
import { hex, type Vector } from "./shared/checks.js";
import { PUBLIC, readVectors } from "./shared/files.js";
import { Random } from "./shared/random.js";
import { powReference } from "./shared/reference.js";
import { ownTiers } from "./shared/tiers.js";

const FORKS: readonly Fork[] = ["byzantium", "berlin", "osaka"];
const HUGE = (1n << 256n) - 1n;

/** An input with these lengths, followed by the given numbers. */
function input(lengths: readonly [bigint, bigint, bigint], ...numbers: Uint8Array[]): Uint8Array {
  return Uint8Array.from([...lengths.map((length) => intToBytes(length, 32)), ...numbers].flatMap((part) => [...part]));
}

function inputOf(base: bigint, exponent: bigint, modulus: bigint, lengths?: readonly number[]): Uint8Array {
  const least = [base, exponent, modulus].map((x) => Math.ceil(x.toString(16).length / 2));
  const [b, e, m] = (lengths ?? least) as [number, number, number];
  const sizes = [BigInt(b), BigInt(e), BigInt(m)] as const;
  return input(sizes, intToBytes(base, b), intToBytes(exponent, e), intToBytes(modulus, m));
}

describe("modexpPrecompile", () => {
  test("the examples of EIP-198", () => {
    const p = (1n << 256n) - (1n << 32n) - 977n;
    const one = intToBytes(1n, 32);
    expect(modexpPrecompile(inputOf(3n, p - 1n, p, [1, 32, 32]), { fork: "byzantium" })).toEqual({
      output: one,
      gas: 13056n,
    });
    expect(modexpPrecompile(inputOf(0n, p - 1n, p, [0, 32, 32]), { fork: "byzantium" })).toEqual({
      output: intToBytes(0n, 32),
      gas: 13056n,
    });
    // 3^0xffff mod 2^255, with only the first byte of the modulus
    const short = input([1n, 2n, 32n], Uint8Array.of(3, 0xff, 0xff, 0x80));
    expect(bytesToInt(modexpPrecompile(short, { fork: "byzantium" }).output)).toBe(
      powReference(3n, 65_535n, 1n << 255n),
    );
    // a base of 2^256 − 1 bytes
    expect(() => modexpPrecompile(input([0n, HUGE, 1n]), { fork: "byzantium" })).toThrow("out of gas");
  });

  test("what is missing at the end is zeros", () => {
    const whole = inputOf(0x1234n, 0x30000n, 0xabcdef00n);
    for (let length = whole.length; length >= 0; length--) {
      const cut = whole.subarray(0, length);
      const filled = Uint8Array.from({ length: whole.length }, (_, i) => cut[i] ?? 0);
      for (const fork of FORKS) expect(modexpPrecompile(cut, { fork })).toEqual(modexpPrecompile(filled, { fork }));
    }
    // an exponent of 3·2^(8·999) with only one given byte; then the modulus is 0
    expect(modexpPrecompile(input([1n, 1000n, 2n], Uint8Array.of(7, 3))).output).toEqual(Uint8Array.of(0, 0));
    const long = inputOf(7n, 3n << 7992n, 1009n);
    expect(bytesToInt(modexpPrecompile(long).output)).toBe(powReference(7n, 3n << 7992n, 1009n));
  });

  test("modulus 0 and 1 give zeros, of the modulus' length", () => {
    for (const fork of FORKS) {
      expect(modexpPrecompile(new Uint8Array(0), { fork }).output).toEqual(new Uint8Array(0));
      expect(modexpPrecompile(inputOf(5n, 0n, 0n, [1, 1, 3]), { fork }).output).toEqual(new Uint8Array(3));
      expect(modexpPrecompile(inputOf(5n, 0n, 1n, [1, 0, 3]), { fork }).output).toEqual(new Uint8Array(3));
      expect(modexpPrecompile(inputOf(0n, 0n, 7n, [0, 0, 3]), { fork }).output).toEqual(Uint8Array.of(0, 0, 1));
    }
  });

  test("powers of 0 and 1, also of numbers that are that modulo the modulus", () => {
    for (const [b, e, m] of [
      [0n, 5n, 7n],
      [0n, 0n, 7n],
      [1n, 500n, 7n],
      [14n, 0n, 7n],
      [14n, 3n, 7n],
      [15n, 3n, 7n],
      [15n, 3n, 1n],
    ] as const) {
      expect(bytesToInt(modexpPrecompile(inputOf(b, e, m)).output)).toBe(powReference(b, e, m));
    }
  });

  test("a view into a larger buffer is read where it is", () => {
    const whole = inputOf(3n, 200n, 1_000_003n);
    const around = new Uint8Array(whole.length + 50).fill(0xee);
    around.set(whole, 25);
    expect(modexpPrecompile(around.subarray(25, 25 + whole.length))).toEqual(modexpPrecompile(whole));
  });

  test("random numbers of random lengths", () => {
    const random = new Random(5);
    for (let i = 0; i < 300; i++) {
      const lengths = [0, 1, 2].map(() => random.below(random.pick([3, 40, 300])));
      const [b, e, m] = lengths.map((length) => random.shaped(random.below(8 * length + 1))) as [
        bigint,
        bigint,
        bigint,
      ];
      const want = m === 0n ? 0n : powReference(b, e, m);
      expect(modexpPrecompile(inputOf(b, e, m, lengths)).output).toEqual(intToBytes(want, lengths[2] ?? 0));
    }
  });
});

describe.each(ownTiers)("on $tier", ({ tier }) => {
  const LONG = [9000n, 1n << 64n, HUGE];
  const BEFORE_OSAKA = ["byzantium", "istanbul", "berlin", "prague"] as const;

  /** The precompile on an instance in an engine that runs `tier`. */
  async function precompile() {
    vi.resetModules();
    const open = (
      await vi.importActual<typeof import("../src/entries/powers/opening.js")>("../src/entries/powers/opening.js")
    ).open;
    vi.doMock("../src/entries/powers/opening.js", () => ({ open: (wanted = tier) => open(wanted) }));
    const { engine } = await import("../src/index.js");
    expect(engine().tier).toBe(tier);
    return import("../src/evm.js");
  }
  afterEach(() => void vi.doUnmock("../src/entries/powers/opening.js"));

  test("without a modulus the output is empty, however long the exponent is (EIP-198)", async () => {
    const { modexpGas, modexpPrecompile } = await precompile();
    for (const fork of BEFORE_OSAKA) {
      for (const exponent of LONG) {
        for (const bytes of [input([0n, exponent, 0n]), input([0n, exponent, 0n], new Uint8Array(500).fill(0xff))]) {
          const gas = fork === "byzantium" || fork === "istanbul" ? 0n : 200n;
          expect(modexpGas(bytes, { fork })).toBe(gas);
          expect(modexpPrecompile(bytes, { fork, gasLimit: gas })).toEqual({ output: new Uint8Array(0), gas });
        }
      }
      // a base without a modulus costs gas, but has no result either
      const base = input([9000n, 2n, 0n], Uint8Array.of(5));
      expect(modexpPrecompile(base, { fork })).toEqual({ output: new Uint8Array(0), gas: modexpGas(base, { fork }) });
      expect(() => modexpPrecompile(input([HUGE, 1n, 0n]), { fork })).toThrow("out of gas");
    }
    for (const exponent of LONG) {
      // EIP-7823
      expect(() => modexpPrecompile(input([0n, exponent, 0n]))).toThrow(
        "exponent must have at most 1024 bytes by EIP-7823",
      );
    }
    const gas = 16n * 16n * (1024n - 32n);
    expect(modexpPrecompile(input([0n, 1024n, 0n]))).toEqual({ output: new Uint8Array(0), gas });
  });

  test("random numbers", async () => {
    const { modexpPrecompile } = await precompile();
    const random = new Random(6);
    for (let i = 0; i < 40; i++) {
      const [b, e, m] = [300, 300, 2000].map((bits) => random.shaped(1 + random.below(bits))) as [
        bigint,
        bigint,
        bigint,
      ];
      const want = m === 0n ? 0n : powReference(b, e, m);
      expect(bytesToInt(modexpPrecompile(inputOf(b, e, m)).output)).toBe(want);
    }
  });
});

describe("gas", () => {
  test("is at least 200 since berlin, and 500 since osaka", () => {
    expect(FORKS.map((fork) => modexpGas(new Uint8Array(0), { fork }))).toEqual([0n, 200n, 500n]);
    expect(modexpGas(new Uint8Array(0))).toBe(500n);
  });

  // [lengths of base, exponent, modulus], first bytes of the exponent, gas in byzantium, berlin and osaka, by hand
  test.each([
    [[32, 32, 32], "80", [13_056n, 1360n, 4080n]],
    [[33, 32, 1], "80", [13_884n, 2125n, 12_750n]],
    [[1, 33, 64], "01", [52_428n, 5461n, 33_792n]],
  ] as const)("lengths %j, exponent %s…", (lengths, head, [byzantium, berlin, osaka]) => {
    const [b, e, m] = lengths.map(BigInt) as [bigint, bigint, bigint];
    const bytes = Uint8Array.of(...new Uint8Array(Number(b)), Number.parseInt(head, 16));
    const gas = FORKS.map((fork) => modexpGas(input([b, e, m], bytes), { fork }));
    expect(gas).toEqual([byzantium, berlin, osaka]);
  });

  test("the complexity of EIP-198 changes its formula at 64 and at 1024 bytes", () => {
    const gas = (bytes: number) => modexpGas(input([BigInt(bytes), 1n, 1n]), { fork: "byzantium" });
    expect([64, 65, 1024, 1025].map(gas)).toEqual([204n, 211n, 17_868n, 17_899n]);
  });

  test("is counted in 64 bits, and costs nothing to know", () => {
    for (const fork of ["byzantium", "berlin"] as const) {
      for (const lengths of [
        [HUGE, 1n, 1n],
        [1n, 1n, HUGE],
        [HUGE, HUGE, HUGE],
      ] as const) {
        expect(modexpGas(input(lengths), { fork })).toBe((1n << 64n) - 1n);
      }
      expect(() => modexpPrecompile(input([1n, HUGE, HUGE]), { fork })).toThrow(RangeError);
    }
    expect(() => modexpPrecompile(input([1n, 1n, 1n << 20n]), { fork: "berlin", gasLimit: 1000 })).toThrow(
      "out of gas: this call needs 5726623061, got a gasLimit of 1000",
    );
    // without the caller's limit, the default exceeds that of any block
    expect(() => modexpPrecompile(input([1n, 1n, 1n << 20n]), { fork: "berlin" })).toThrow(
      "out of gas: this call needs 5726623061, got a gasLimit of 4294967296",
    );
  });

  test("a number of more than 1024 bytes takes all gas since osaka", () => {
    for (const [i, name] of ["base", "exponent", "modulus"].entries()) {
      const at = (length: bigint) => input([0, 1, 2].map((j) => (j === i ? length : 1n)) as [bigint, bigint, bigint]);
      expect(modexpGas(at(1024n))).toBeLessThan(1n << 32n);
      expect(modexpPrecompile(at(1024n)).output.length).toBe(i === 2 ? 1024 : 1);
      for (const length of [1025n, HUGE]) {
        expect(modexpGas(at(length))).toBe((1n << 64n) - 1n);
        expect(() => modexpPrecompile(at(length))).toThrow(RangeError);
        expect(() => modexpPrecompile(at(length))).toThrow(
          `${name} must have at most 1024 bytes by EIP-7823, got ${length < HUGE ? length : ""}`,
        );
      }
      expect(modexpPrecompile(at(1025n), { fork: "prague" }).output.length).toBe(i === 2 ? 1025 : 1);
    }
  });
});

test("wrong arguments are a TypeError", () => {
  const bad = (value: unknown) => value as Uint8Array;
  expect(() => modexpPrecompile(bad("00"))).toThrow("input must be a Uint8Array");
  expect(() => modexpGas(bad([1]))).toThrow(TypeError);
  expect(() => modexpGas(new Uint8Array(1), { fork: "frontier" as Fork })).toThrow('got "frontier"');
  expect(() => modexpGas(new Uint8Array(1), { fork: "toString" as Fork })).toThrow(
    'there is no fork "toString"; pass one of',
  );
  expect(() => modexpPrecompile(new Uint8Array(1), { gasLimit: -1n })).toThrow("gasLimit must be at least 0");
});

describe.skipIf(PUBLIC === undefined)("public vectors", () => {
  const files = ["geth", "besu", "evmone", "ethereum_tests", "ethereumjs", "revm", "aurora"];

  test.each(files)("%s", (name) => {
    const vectors = readVectors(PUBLIC ?? "", `${name}.jsonl`);
    expect(vectors.length).toBeGreaterThan(10);
    for (const vector of vectors) checkVector(vector);
  });

  function checkVector(vector: Vector): void {
    const [b, e, m] = [hex(vector.base), hex(vector.exp), hex(vector.mod)];
    const lengths = vector.lens as number[] | undefined;
    const bytes = inputOf(b, e, m, lengths);
    // the error is a zero modulus; the EVM returns 0 for it
    const want = intToBytes(
      "error" in vector ? 0n : hex(vector.result),
      lengths?.[2] ?? (m.toString(16).length + 1) >> 1,
    );
    for (const fork of FORKS) {
      if (fork === "osaka" && lengths?.some((length) => length > 1024)) {
        expect(() => modexpPrecompile(bytes, { fork }), `${vector.id}`).toThrow("must be at most 1024");
      } else {
        expect(modexpPrecompile(bytes, { fork }).output, `${vector.id}`).toEqual(want);
      }
    }
  }

  // the tables of EIP-2565 and EIP-7883
  test("the published prices", () => {
    const vectors = readVectors(PUBLIC ?? "", "geth.jsonl");
    const prices: Record<string, readonly [bigint, bigint, bigint]> = {
      eip_example1: [13_056n, 1360n, 4080n],
      eip_example2: [13_056n, 1360n, 4080n],
      "nagydani-1-square": [204n, 200n, 500n],
      "nagydani-1-qube": [204n, 200n, 500n],
      "nagydani-1-pow0x10001": [3276n, 341n, 2048n],
      "nagydani-2-square": [665n, 200n, 512n],
      "nagydani-2-qube": [665n, 200n, 512n],
      "nagydani-2-pow0x10001": [10_649n, 1365n, 8192n],
      "nagydani-3-square": [1894n, 341n, 2048n],
      "nagydani-3-qube": [1894n, 341n, 2048n],
      "nagydani-3-pow0x10001": [30_310n, 5461n, 32_768n],
      "nagydani-4-square": [5580n, 1365n, 8192n],
      "nagydani-4-qube": [5580n, 1365n, 8192n],
      "nagydani-4-pow0x10001": [89_292n, 21_845n, 131_072n],
      "nagydani-5-square": [17_868n, 5461n, 32_768n],
      "nagydani-5-qube": [17_868n, 5461n, 32_768n],
      "nagydani-5-pow0x10001": [285_900n, 87_381n, 524_288n],
    };
    for (const [name, gas] of Object.entries(prices)) {
      const { base, exp, mod, lens } = vectors.find(({ id }) => id === `modexp:${name}`) ?? expect.fail(name);
      const bytes = inputOf(hex(base), hex(exp), hex(mod), lens as number[]);
      expect(
        FORKS.map((fork) => modexpGas(bytes, { fork })),
        name,
      ).toEqual(gas);
    }
  });
});

// the hashes cover the tables in @ethereumjs/evm 10, with commas
test.each([
  [
    "G1",
    (k: number) => sumInG1(k) / (12n * BigInt(k)),
    "0ee413060c719852d3c2347c03dd081ff0525a9cef54d20b2ff888f3b80f89c8",
  ],
  [
    "G2",
    (k: number) => (2n * sumInG2(k) + 1n) / (45n * BigInt(k)),
    "71373614ae07b1323be07a67e6605581da2358ae0d2be34240ac97516fd710b8",
  ],
])("all 128 discounts in %s are those of EIP-2537", (_group, discount, hash) => {
  const discounts = Array.from({ length: 128 }, (_, i) => discount(i + 1));
  expect(createHash("sha256").update(discounts.join()).digest("hex")).toBe(hash);
  expect([sumInG1(129), sumInG2(130)]).toEqual([129n * 12n * 519n, (130n * 45n * 524n) / 2n]);
});
