/** The precompiles on points and pairings: EIP-2537's files (failing calls too), laws for the others, gas by fork. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Fork, precompiles } from "../src/evm.js";
import { bytesToInt, intToBytes } from "../src/limbs/bytes.js";
import { type G2Point, Pairing, type Point } from "../src/pairings.js";
import { PUBLIC } from "./shared/files.js";

const contracts = precompiles("osaka");

/** Calls a contract of the latest fork. */
function call(address: number, input: Uint8Array) {
  const contract = contracts.get(address);
  if (contract === undefined) throw new Error(`no contract at ${address}`);
  return contract(input);
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
const words = (...numbers: readonly bigint[]) => Uint8Array.from(numbers.flatMap((x) => [...intToBytes(x, 32)]));
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** The error of a call that fails for this reason. */
const failed = (...codes: readonly string[]) =>
  expect.objectContaining({
    name: "RangeError",
    code: expect.stringMatching(`^MODEXP_PRECOMPILE_(${codes.join("|")})$`),
  });

/** The reasons in EIP-2537's files for failing calls. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  "invalid input length": ["LENGTH"],
  "invalid field element top bytes": ["ENCODING"],
  "invalid fp.Element encoding": ["ENCODING"],
  "invalid point: not on curve": ["NOT_ON_CURVE"],
};

const FILES: readonly (readonly [file: string, address: number])[] = [
  ["add_G1_bls", 0x0b],
  ["mul_G1_bls", 0x0c],
  ["msm_G1_bls", 0x0c],
  ["add_G2_bls", 0x0d],
  ["mul_G2_bls", 0x0e],
  ["msm_G2_bls", 0x0e],
  ["pairing_check_bls", 0x0f],
  ["map_fp_to_G1_bls", 0x10],
  ["map_fp2_to_G2_bls", 0x11],
];

describe.skipIf(PUBLIC === undefined)("EIP-2537's files", () => {
  const read = (file: string): Record<string, string>[] =>
    JSON.parse(readFileSync(path.join(PUBLIC ?? "", `curves/eips/${file}.json`), "utf8"));

  // this one is missing in the files
  test.each(FILES.filter(([file]) => file !== "msm_G2_bls"))("%s", (file, address) => {
    const vectors = read(file);
    expect(vectors.length).toBeGreaterThan(4);
    for (const { Input = "", Expected, Name, Gas } of vectors) {
      const { output, gas } = call(address, hex(Input));
      expect(Buffer.from(output).toString("hex"), Name).toBe(Expected);
      expect(gas, Name).toBe(BigInt(Gas ?? 0));
    }
  });

  test.each(FILES)("fail-%s", (file, address) => {
    const vectors = read(`fail-${file}`);
    expect(vectors.length).toBeGreaterThan(4);
    for (const { Input = "", Name, ExpectedError = "" } of vectors) {
      const codes = REASONS[ExpectedError] ?? ["NOT_IN_SUBGROUP"];
      expect(() => call(address, hex(Input)), Name).toThrow(failed(...codes));
    }
  });
});

describe("alt_bn128", () => {
  const e = new Pairing("alt_bn128");
  const { g1, g2 } = e;
  const first = ({ x, y }: Point) => words(x, y);
  // the highest coefficient first
  const second = ({ x, y }: G2Point) => words(x[1] ?? 0n, x[0] ?? 0n, y[1] ?? 0n, y[0] ?? 0n);
  const P = (k: number) => first(g1.multiply(k));
  const Q = (k: number) => second(g2.multiply(k));

  test("sums", () => {
    expect(call(6, join(P(5), P(7))).output).toEqual(P(12));
    expect(call(6, P(5)).output).toEqual(P(5));
    expect(call(6, new Uint8Array(0)).output).toEqual(new Uint8Array(64));
    expect(call(6, join(P(5), P(-5), P(9))).output).toEqual(new Uint8Array(64));
    expect(() => call(6, words(1n, 1n))).toThrow(failed("NOT_ON_CURVE"));
    expect(() => call(6, words(g1.p, 0n))).toThrow(/a number is not below its modulus/);
  });

  test("multiples", () => {
    expect(call(7, join(P(5), words(9n))).output).toEqual(P(45));
    expect(call(7, join(P(1), words(g1.order))).output).toEqual(new Uint8Array(64));
    expect(call(7, join(P(1), words((1n << 256n) - 1n))).output).toEqual(first(g1.multiply((1n << 256n) - 1n)));
    expect(call(7, P(5)).output).toEqual(new Uint8Array(64));
    expect(() => call(7, words(1n, 1n, 1n))).toThrow(/not on the curve/);
  });

  test("pairings", () => {
    const yes = words(1n);
    expect(call(8, new Uint8Array(0))).toEqual({ output: yes, gas: 45_000n });
    expect(call(8, join(P(2), Q(3), P(-6), Q(1)))).toEqual({ output: yes, gas: 113_000n });
    expect(call(8, join(P(2), Q(3), P(-5), Q(1))).output).toEqual(words(0n));
    expect(call(8, join(words(0n, 0n), Q(1))).output).toEqual(yes);
    expect(call(8, join(P(1), words(0n, 0n, 0n, 0n))).output).toEqual(yes);
    expect(() => call(8, P(1))).toThrow(failed("LENGTH"));
    expect(() => call(8, join(P(1), words(g1.p, 2n, 3n, 4n)))).toThrow(failed("ENCODING"));
    expect(() => call(8, join(P(1), words(1n, 2n, 3n, 4n)))).toThrow(failed("NOT_ON_CURVE"));
    expect(() => call(8, join(P(1), second(outside(g1.p))))).toThrow(failed("NOT_IN_SUBGROUP"));
    expect(() => call(8, join(P(1), second(outside(g1.p))))).toThrow(/a point is not in the subgroup/);
  });
});

/** A point of alt_bn128's twist, y² = x³ + 3/(9 + u), outside G2. */
function outside(p: bigint): G2Point {
  type Pair = readonly [bigint, bigint];
  const mod = (x: bigint) => ((x % p) + p) % p;
  const mul = ([a, b]: Pair, [c, d]: Pair): Pair => [mod(a * c - b * d), mod(a * d + b * c)];
  const power = (x: bigint, k: bigint): bigint => {
    let out = 1n;
    for (let [base, rest] = [mod(x), k]; rest > 0n; rest >>= 1n, base = (base * base) % p) {
      if (rest & 1n) out = (out * base) % p;
    }
    return out;
  };
  const root = (x: bigint) => power(x, (p + 1n) / 4n);
  const isSquare = (x: bigint) => power(x, (p - 1n) / 2n) <= 1n;
  const inverse82 = power(82n, p - 2n);
  const b: Pair = [mod(27n * inverse82), mod(-3n * inverse82)];
  for (let c = 1n; ; c++) {
    const x: Pair = [c, 0n];
    const cube = mul(mul(x, x), x);
    const right: Pair = [mod(cube[0] + b[0]), mod(cube[1] + b[1])];
    // (s + t·u)² = right, with s² = (right_0 ± |right|)/2
    const norm = root(mod(right[0] * right[0] + right[1] * right[1]));
    for (const n of [norm, mod(-norm)]) {
      const square = mod((right[0] + n) * power(2n, p - 2n));
      if (!isSquare(square) || square === 0n) continue;
      const s = root(square);
      const y: Pair = [s, mod(right[1] * power(2n * s, p - 2n))];
      const found = mul(y, y);
      if (found[0] === right[0] && found[1] === right[1]) return { x, y };
    }
  }
}

describe("point evaluation", () => {
  const { g1, order } = new Pairing("BLS12-381");
  // τ·G of the ceremony: the commitment to f(x) = x
  const tau = g1.decode(
    hex("ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81"),
  );

  /** f(x) = a·x + b at z, with the claimed value y. */
  function input(a: bigint, b: bigint, z: bigint, y: bigint): Uint8Array {
    const commitment = g1.encode(g1.msm([a, b], [tau, g1.g]), { compressed: true });
    const proof = g1.encode(g1.multiply(a), { compressed: true });
    const hash = createHash("sha256").update(commitment).digest();
    hash[0] = 1;
    return join(hash, words(z, y), commitment, proof);
  }

  test("holds for the value, and for no other", () => {
    const z = order - 3n;
    const good = { output: words(4096n, order), gas: 50_000n };
    expect(call(10, input(5n, 7n, z, (5n * z + 7n) % order))).toEqual(good);
    expect(call(10, input(0n, 7n, 3n, 7n))).toEqual(good);
    expect(() => call(10, input(5n, 7n, z, 8n))).toThrow(/the proof does not hold/);
    expect(() => call(10, input(5n, 7n, z, 8n))).toThrow(failed("PROOF"));
    expect(() => call(10, input(0n, 7n, order, 7n))).toThrow(/not below its modulus/);
    const whole = input(5n, 7n, 1n, 12n);
    const changed = (at: number, by: number) => {
      const input = whole.slice();
      input[at] = (input[at] ?? 0) ^ by;
      return () => call(10, input);
    };
    // the hash, or the hashed commitment
    for (const at of [0, 1, 31, 96, 120, 143]) expect(changed(at, 4)).toThrow(failed("HASH"));
    expect(() => call(10, new Uint8Array(192))).toThrow(/the versioned hash is not that of the commitment/);
    // z and y, above or below their modulus
    for (const at of [40, 70]) expect(changed(at, 4)).toThrow(failed("PROOF"));
    for (const at of [32, 64]) expect(changed(at, 0xff)).toThrow(failed("ENCODING"));
    // the proof: an invalid encoding, its negative, a different point
    expect(changed(144, 0x80)).toThrow(failed("ENCODING"));
    expect(changed(144, 0x20)).toThrow(failed("PROOF"));
    expect(changed(191, 4)).toThrow(failed("NOT_ON_CURVE", "NOT_IN_SUBGROUP"));
    expect(() => call(10, whole.subarray(1))).toThrow(failed("LENGTH"));
  });
});

test("gas by fork", () => {
  const gas = (fork: Fork, address: number, bytes = 0) => {
    try {
      return precompiles(fork).get(address)?.(new Uint8Array(bytes), { gasLimit: 0 }).gas;
    } catch (error) {
      return BigInt(/needs (\d+)/.exec((error as Error).message)?.[1] ?? -1);
    }
  };
  expect([6, 7, 8].map((address) => gas("petersburg", address, 384))).toEqual([500n, 40_000n, 260_000n]);
  expect([6, 7, 8].map((address) => gas("istanbul", address, 385))).toEqual([150n, 6000n, 113_000n]);
  expect(gas("shanghai", 10)).toBe(undefined);
  expect(gas("cancun", 10)).toBe(50_000n);
  expect(gas("cancun", 11)).toBe(undefined);
  const prague = [11, 12, 13, 14, 15, 16, 17].map((address) => gas("prague", address, 2 * 1440));
  expect(prague).toEqual([375n, 144_504n, 600n, 173_250n, 265_900n, 5500n, 23_800n]);
  // above 128 terms the last discount applies
  expect(gas("prague", 12, 160 * 300)).toBe((300n * 12_000n * 519n) / 1000n);
  expect(gas("prague", 14, 288 * 128)).toBe((128n * 22_500n * 524n) / 1000n);
  expect(() => contracts.get(6)?.(new Uint8Array(0), { gasLimit: 149 })).toThrow(
    expect.objectContaining({ code: "MODEXP_OUT_OF_GAS" }),
  );
  expect(() => contracts.get(6)?.("00" as never)).toThrow("input must be a Uint8Array");
  expect(bytesToInt(call(8, new Uint8Array(0)).output)).toBe(1n);
});
