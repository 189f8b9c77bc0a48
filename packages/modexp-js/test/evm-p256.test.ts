/** The precompile at address 0x100, and the map of all precompiles. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { p256 } from "@noble/curves/nist.js";
import { describe, expect, test } from "vitest";
import { type EarlierFork, type Fork, modexpGas, modexpPrecompile, p256Verify, precompiles } from "../src/evm.js";
import { bytesToInt, intToBytes } from "../src/limbs/bytes.js";
import { PUBLIC } from "./shared/files.js";
import { Random } from "./shared/random.js";

const YES = intToBytes(1n, 32);
const NO = new Uint8Array(0);
const ORDER = p256.Point.Fn.ORDER;

const input = (...words: readonly bigint[]) => Uint8Array.from(words.flatMap((word) => [...intToBytes(word, 32)]));

/** A valid signature: h, r, s, x, y. */
function signed(seed: number): [h: bigint, r: bigint, s: bigint, x: bigint, y: bigint] {
  const random = new Random(seed);
  const scalar = () => 1n + (random.uniform(256) % (ORDER - 1n));
  const [d, k, h] = [scalar(), scalar(), random.uniform(256)];
  const { x, y } = p256.Point.BASE.multiply(d);
  const r = p256.Point.BASE.multiply(k).x % ORDER;
  const s = p256.Point.Fn.mul(p256.Point.Fn.inv(k), (h + r * d) % ORDER);
  return [h, r, s, x, y];
}

test.skipIf(PUBLIC === undefined)("EIP-7951's vectors", () => {
  const file = path.join(PUBLIC ?? "", "curves/eips/eip-7951_p256verify.json");
  const vectors: { Input: string; Expected: string; Gas: number; Name: string }[] = JSON.parse(
    readFileSync(file, "utf8"),
  );
  expect(vectors.length).toBe(781);
  for (const { Input, Expected, Gas, Name } of vectors) {
    const found = p256Verify(Uint8Array.from(Buffer.from(Input, "hex")));
    expect(Buffer.from(found.output).toString("hex"), Name).toBe(Expected);
    // the file has RIP-7212's price; EIP-7951 doubled it
    expect(found.gas).toBe(2n * BigInt(Gas));
  }
});

describe("a signature", () => {
  test("is right for its hash, its key and both values of s, and for no other", () => {
    for (let seed = 0; seed < 20; seed++) {
      const [h, r, s, x, y] = signed(seed);
      expect(p256Verify(input(h, r, s, x, y)).output).toEqual(YES);
      expect(p256Verify(input(h, r, ORDER - s, x, y)).output).toEqual(YES);
      expect(p256Verify(input(h ^ 1n, r, s, x, y)).output).toEqual(NO);
      expect(p256Verify(input(h, r ^ 1n, s, x, y)).output).toEqual(NO);
      expect(p256Verify(input(h, r, s ^ 1n, x, y)).output).toEqual(NO);
      expect(p256Verify(input(h, r, s, x, p256.Point.Fp.ORDER - y)).output).toEqual(NO);
    }
  });

  test("has r and s from 1 to n − 1, and a point of the curve as its key", () => {
    const [h, r, s, x, y] = signed(7);
    for (const out of [0n, ORDER, r + ORDER, (1n << 256n) - 1n]) {
      expect(p256Verify(input(h, out % (1n << 256n), s, x, y)).output).toEqual(NO);
      expect(p256Verify(input(h, r, out % (1n << 256n), x, y)).output).toEqual(NO);
    }
    for (const key of [
      [0n, 0n],
      [x, y ^ 1n],
      [x, 0n],
      [p256.Point.Fp.ORDER, y],
    ] as const) {
      expect(p256Verify(input(h, r, s, ...key)).output).toEqual(NO);
    }
  });

  // h·G + r·Q is the identity for Q = −(h/r)·G
  test("whose sum is the identity is none", () => {
    const { Fn, BASE } = p256.Point;
    const [h, r] = [12_345n, 678n];
    const { x, y } = BASE.multiply(Fn.neg(Fn.mul(h, Fn.inv(r))));
    expect(p256Verify(input(h, r, 1n, x, y)).output).toEqual(NO);
  });

  test("has 160 bytes", () => {
    const whole = input(...signed(3));
    for (const bytes of [NO, whole.subarray(1), Uint8Array.of(...whole, 0)]) {
      expect(p256Verify(bytes)).toEqual({ output: NO, gas: 6900n });
    }
  });
});

test("gas, and wrong arguments", () => {
  expect(p256Verify(NO, { gasLimit: 6900n }).gas).toBe(6900n);
  expect(() => p256Verify(NO, { gasLimit: 6899 })).toThrow(expect.objectContaining({ code: "MODEXP_OUT_OF_GAS" }));
  expect(() => p256Verify("00" as never)).toThrow("input must be a Uint8Array");
  expect(() => p256Verify(NO, 6900n as never)).toThrow("options must be an object, as { gasLimit: 6900n }");
});

describe("precompiles", () => {
  test("are those of the fork", () => {
    const addresses = (fork: Fork) => [...precompiles(fork).keys()];
    const prague = [5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17];
    expect(addresses("byzantium")).toEqual([5, 6, 7, 8]);
    expect(addresses("cancun")).toEqual([5, 6, 7, 8, 10]);
    expect(addresses("prague")).toEqual(prague);
    for (const fork of ["osaka", "bpo1", "amsterdam"] as const) expect(addresses(fork)).toEqual([...prague, 0x100]);
    expect(() => precompiles("fusaki" as Fork)).toThrow(expect.objectContaining({ code: "MODEXP_UNKNOWN_NAME" }));
  });

  test.each<EarlierFork>(["chainstart", "frontier", "homestead", "dao", "tangerineWhistle", "spuriousDragon"])(
    "%s has none",
    (fork) => {
      expect(precompiles(fork)).toEqual(new Map());
      for (const call of [modexpGas, modexpPrecompile]) {
        expect(() => call(NO, { fork: fork as Fork })).toThrow(
          expect.objectContaining({
            code: "MODEXP_UNKNOWN_NAME",
            message: `fork must be "byzantium" or later, got "${fork}", which has no such precompile`,
          }),
        );
      }
    },
  );

  test("are those of a fork and of EIPs, or of EIPs alone", () => {
    const addresses = (...args: Parameters<typeof precompiles>) => [...precompiles(...args).keys()];
    expect(addresses({ fork: "berlin", eips: [2537] })).toEqual([5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17]);
    expect(addresses({ fork: "berlin" })).toEqual(addresses("berlin"));
    expect(addresses({ fork: "osaka", eips: [2537, 2537] })).toEqual(addresses("osaka"));
    expect(addresses({ fork: "homestead", eips: [4844] })).toEqual([10]);
    expect(addresses({ eips: [] })).toEqual([]);
    for (const [eip, ...wanted] of [
      [196, 6, 7],
      [197, 8],
      [198, 5],
      [4844, 10],
      [7951, 0x100],
      [1108],
      [2565],
      [7823],
    ]) {
      expect(addresses({ eips: [eip as 196] }), `EIP-${eip}`).toEqual(wanted);
    }
  });

  test("EIPs change prices and limits, in whatever order", () => {
    const call = Uint8Array.from([1n, 1n, 1n].flatMap((length) => [...intToBytes(length, 32)]).concat([3, 5, 100]));
    const gas = (...args: Parameters<typeof precompiles>) => precompiles(...args).get(5)?.(call).gas;
    expect(gas({ eips: [198] })).toBe(modexpGas(call, { fork: "byzantium" }));
    expect(gas({ fork: "byzantium", eips: [2565] })).toBe(modexpGas(call, { fork: "berlin" }));
    expect(gas({ eips: [7883, 2565, 198] })).toBe(modexpGas(call, { fork: "osaka" }));
    const long = input(1025n, 0n, 1n);
    const limited = { fork: "prague", eips: [7823] } as const;
    expect(precompiles("prague").get(5)?.(long).output).toEqual(Uint8Array.of(0));
    expect(() => precompiles(limited).get(5)?.(long)).toThrow(expect.objectContaining({ code: "MODEXP_FORK_LIMIT" }));
    expect(precompiles({ fork: "byzantium" }).get(6)?.(NO).gas).toBe(500n);
    expect(precompiles({ fork: "byzantium", eips: [1108] }).get(6)?.(NO).gas).toBe(150n);
    // ethereumjs's tests: BLS12-381 before its fork
    const [map] = [precompiles({ fork: "berlin", eips: [2537] }).get(0x10)];
    expect(map?.(new Uint8Array(64)).output).toEqual(precompiles("prague").get(0x10)?.(new Uint8Array(64)).output);
  });

  test("a choice that is none is an error that says what to pass", () => {
    const wrong = (of: unknown) => () => precompiles(of as Fork);
    const error = (name: string, code: string, message: RegExp) =>
      expect.objectContaining({ name, code, message: expect.stringMatching(message) });
    expect(wrong(undefined)).toThrow(
      error(
        "TypeError",
        "MODEXP_UNKNOWN_NAME",
        /^there is no fork undefined; pass one of chainstart, .*amsterdam; for later forks/,
      ),
    );
    expect(wrong({})).toThrow(error("TypeError", "MODEXP_TYPE", /^pass a fork or EIPs, as \{ fork: "berlin", eips/));
    expect(wrong(null)).toThrow(error("TypeError", "MODEXP_TYPE", /^options must be an object/));
    expect(wrong({ fork: "fusaki" })).toThrow(error("TypeError", "MODEXP_UNKNOWN_NAME", /did you mean "fusaka"\?/));
    expect(wrong({ eips: 2537 })).toThrow(error("TypeError", "MODEXP_TYPE", /^eips must be an array of numbers, such/));
    for (const eip of [1559, 2537n, "2537", undefined]) {
      expect(wrong({ eips: [2537, eip] })).toThrow(
        error("RangeError", "MODEXP_RANGE", /^eips\[1\] must be one of 196/),
      );
    }
  });

  test("compute by the fork's rules, with the gas of the call", () => {
    const call = Uint8Array.from([1n, 1n, 1n].flatMap((length) => [...intToBytes(length, 32)]).concat([3, 5, 100]));
    for (const fork of ["byzantium", "berlin", "osaka"] as const) {
      const contract = precompiles(fork).get(5);
      expect(contract?.(call)).toEqual(modexpPrecompile(call, { fork }));
      expect(bytesToInt(contract?.(call).output ?? NO)).toBe(43n);
    }
    const osaka = precompiles("osaka");
    expect(() => osaka.get(5)?.(call, { gasLimit: 499n })).toThrow("out of gas");
    expect(osaka.get(0x100)?.(input(...signed(1)))).toEqual({ output: YES, gas: 6900n });
  });
});
