import { createRequire } from "node:module";
import JSBI from "jsbi";
import { describe, expect, test } from "vitest";
import {
  CrtModulus,
  crt,
  engine,
  FixedBase,
  fromBytes,
  type Int,
  Modulus,
  modInverse,
  modPow,
  modPowVartime,
  toBytes,
} from "../src/jsbi.js";
import { Random } from "./shared/random.js";
import { mod, powReference } from "./shared/reference.js";

const P = (1n << 521n) - 1n;
const jsbi = (x: bigint) => JSBI.BigInt(x.toString());
const big = (x: JSBI) => {
  expect(x).toBeInstanceOf(JSBI);
  return BigInt(x.toString());
};

describe("modexp/jsbi", () => {
  test("the functions do what those on bigints do", () => {
    const random = new Random(17);
    for (let i = 0; i < 200; i++) {
      const m = random.shaped(1 + random.below(900));
      const a = random.shaped(random.below(1000)) * (i % 2 === 0 ? 1n : -1n);
      const e = random.shaped(random.below(200));
      expect(big(modPow(jsbi(a), jsbi(e), jsbi(m)))).toBe(powReference(a, e, m));
      expect(big(modPowVartime(jsbi(a), jsbi(e), jsbi(m)))).toBe(powReference(a, e, m));
      expect(big(modPow(jsbi(a), i, 101))).toBe(powReference(a, BigInt(i), 101n));
    }
    expect(big(modInverse(jsbi(-3n), jsbi(P)))).toBe(mod(big(modPow(-3, -1, jsbi(P))), P));
    expect(engine().kernel(16)).toBe("bigint");
    expect(big(crt([jsbi(1n), -1], [jsbi(P), 4]))).toBe(P * 2n + 1n);
    expect(toBytes(jsbi(P), 66)).toEqual(new Uint8Array(66).fill(255).fill(1, 0, 1));
    expect(big(fromBytes(Uint8Array.of(1, 2), { littleEndian: true }))).toBe(513n);
  });

  test("the classes do what those on bigints do", () => {
    const m = new Modulus(jsbi(P));
    expect([big(m.value), m.bitLength, m.byteLength]).toEqual([P, 521, 66]);
    const [x, y] = [jsbi(P - 5n), jsbi(1n << 500n)];
    expect(big(m.pow(x, y))).toBe(powReference(P - 5n, 1n << 500n, P));
    expect(big(m.powVartime(x, 70))).toBe(powReference(P - 5n, 70n, P));
    expect(big(m.mul(x, y))).toBe(mod(-5n * (1n << 500n), P));
    expect([big(m.add(x, y)), big(m.sub(3, x)), big(m.neg(x))]).toEqual([(1n << 500n) - 5n, 8n, 5n]);
    expect([big(m.mul(m.div(y, x), x)), m.jacobi(x), m.jacobi(-5)]).toEqual([1n << 500n, m.jacobi(-5), m.jacobi(x)]);
    expect([big(m.sqrt(49) as JSBI), m.sqrt(-49)]).toEqual([7n, undefined]);
    expect(big(m.square(x))).toBe(25n);
    expect(big(m.squareRepeated(3, jsbi(9n)))).toBe(powReference(3n, 512n, P));
    expect(big(m.mul(m.inverse(x), x))).toBe(1n);
    expect(m.inverseMany([x, 2]).map(big)).toEqual([big(m.inverse(x)), big(m.inverse(2))]);
    expect(m.powMany([x, 2], [2, 10]).map(big)).toEqual([25n, 1024n]);
    expect(m.powEach(2, [1, 10]).map(big)).toEqual([2n, 1024n]);
    expect(m.powEachVartime(2, [1, 10]).map(big)).toEqual([2n, 1024n]);
    expect(big(m.powProduct([2, 3], [3, 2]))).toBe(72n);
    expect(big(m.powProductVartime([2, 3], [3, 2]))).toBe(72n);
    expect(m.powBytes(Uint8Array.of(2), Uint8Array.of(3)).at(-1)).toBe(8);

    const g = m.fixedBase(7, { maxExponentBits: 64 });
    expect(g.maxExponentBits).toBe(64);
    expect(g.tableBytes).toBeGreaterThan(0);
    for (const same of [g, FixedBase.fromBytes(g.toBytes())]) {
      expect(big(same.pow(jsbi(40n)))).toBe(powReference(7n, 40n, P));
      expect(big(same.powVartime(3))).toBe(343n);
      expect(same.powMany([0, 1]).map(big)).toEqual([1n, 7n]);
    }

    const n = new CrtModulus([jsbi(P), 127], { modulus: jsbi(127n * P), trusted: true });
    expect(() => new CrtModulus([jsbi(P), 127], { modulus: 127 })).toThrow("modulus must be the product of the primes");
    expect(() => new CrtModulus([jsbi(P), 127], { modulus: (127n * P) as never })).toThrow(
      "modulus must be a JSBI value",
    );
    expect([big(n.value), n.bitLength, n.byteLength]).toEqual([127n * P, 528, 66]);
    expect(big(n.pow(x, 3))).toBe(powReference(P - 5n, 3n, 127n * P));
    const d = modInverse(65_537, jsbi(126n * (P - 1n)));
    expect(big(n.privateKeyOp(n.pow(8, 65_537), d))).toBe(8n);

    for (const each of [m, g, n]) {
      each.dispose();
      expect(() => each.pow(1, 1)).toThrow("was disposed of; make a new one");
    }
  });

  test("values of another copy of jsbi are taken, results are of one copy", () => {
    const Other: typeof JSBI = createRequire(import.meta.url)("jsbi/dist/jsbi-umd.js");
    expect(Other).not.toBe(JSBI);
    const random = new Random(18);
    for (let i = 0; i < 60; i++) {
      const [a, e] = [random.shaped(random.below(400)) * (i % 2 === 0 ? 1n : -1n), random.shaped(random.below(90))];
      const m = random.shaped(1 + random.below(300)) + 1n;
      const other = (x: bigint) => Other.BigInt(x.toString());
      expect(other(a)).not.toBeInstanceOf(JSBI);
      expect(big(modPow(other(a), other(e), other(m)))).toBe(powReference(a, e, m));
      expect(new Modulus(other(m)).powMany([other(a), jsbi(a)], [jsbi(e), other(e)]).map(big)).toEqual(
        new Array(2).fill(powReference(a, e, m)),
      );
    }
    const long = Other.leftShift(Other.BigInt(1), Other.BigInt(70_000));
    expect(() => modPow(long, 1, 7)).toThrow("base must have at most 65536 bits, got 70001");
    expect(() => new Modulus(7).powEach(1, long as unknown as Int[])).toThrow("exponents must be an array of JSBI");
  });

  test("an array that only looks like a JSBI value is a TypeError", () => {
    const fake = Object.assign([1], { sign: false, toDebugString() {}, toString: () => "zz" });
    for (const bad of [fake, Object.assign([1], { sign: false }), [1]]) {
      expect(() => modPow(bad as unknown as Int, 1, 7)).toThrow(
        expect.objectContaining({ name: "TypeError", code: "MODEXP_TYPE" }),
      );
    }
  });

  test("what is no JSBI value is a TypeError that names the argument", () => {
    const bad = (value: unknown) => value as Int;
    const message = (name: string, shown: string) => `${name} must be a JSBI value or a safe integer, got ${shown}`;
    expect(() => modPow(bad(3n), 1, 7)).toThrow(TypeError);
    expect(() => modPow(bad(3n), 1, 7)).toThrow(message("base", "3; convert it with JSBI.BigInt(String(…))"));
    expect(() => modPow(1, bad("5"), 7)).toThrow(message("exponent", '"5"'));
    expect(() => modInverse(1, 2 ** 53)).toThrow(message("modulus", "9007199254740992"));
    expect(() => new Modulus(7).powMany([1, bad([2])], [1, 1])).toThrow(message("bases[1]", "an array"));
    expect(() => new Modulus(7).powEach(1, jsbi(P) as unknown as Int[])).toThrow("exponents must be an array of JSBI");
    expect(() => new (FixedBase as unknown as new () => FixedBase)()).toThrow(
      "make a FixedBase with modulus.fixedBase",
    );
    expect(() => modPow(2, 3, jsbi(0n))).toThrow("modulus must be at least 1, got 0");
    expect(() => modPow(3, jsbi(-1n), 9)).toThrow("base has no inverse");
  });
});
