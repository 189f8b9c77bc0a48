/** Powers on the integers of bn.js, jsbn (and its copies in node-forge and jsrsasign) and big-integer. */
import { createPrivateKey, generateKeyPairSync, getDiffieHellman, verify } from "node:crypto";
import { createRequire } from "node:module";
import bigInt from "big-integer";
import BN from "bn.js";
import { BigInteger } from "jsbn";
import forge from "node-forge";
import { describe, expect, test } from "vitest";
import type { Power } from "../src/adapters/powers.js";
import * as onBigInteger from "../src/big-integer.js";
import * as onBN from "../src/bn.js";
import * as onJsbn from "../src/jsbn.js";
import { Random } from "./shared/random.js";
import { powReference } from "./shared/reference.js";

/** jsrsasign has no types for its numbers. */
const jsrsasign: { BigInteger: typeof BigInteger } = createRequire(import.meta.url)("jsrsasign");
const copies = {
  jsbn: BigInteger,
  "node-forge": forge.jsbn.BigInteger as unknown as typeof BigInteger,
  ...{ jsrsasign: jsrsasign.BigInteger },
};

/** A library: it makes numbers from text, and has its own power and the adapter's functions. */
interface Library {
  readonly name: string;
  make(text: string): object;
  own(base: object, exponent: object, modulus: object): object;
  readonly modPow: Power<object>;
  readonly modPowVartime: Power<object>;
  install(): () => void;
  /** The current method for its powers. */
  method(): unknown;
}

const libraries: Library[] = [
  ...(["red", "mont"] as const).map((context) => ({
    name: `bn.js, BN.${context}`,
    make: (text: string) => new BN(text),
    own: (b: object, e: object, m: object) => {
      const red = BN[context](m as BN);
      return (b as BN)
        .toRed(red)
        .redPow(e as BN)
        .fromRed();
    },
    modPow: onBN.modPow as Power<object>,
    modPowVartime: onBN.modPowVartime as Power<object>,
    install: () => onBN.install(BN),
    method: () => Object.getPrototypeOf(BN.red(new BN(3))).pow,
  })),
  ...Object.entries(copies).map(([name, Class]) => ({
    name,
    make: (text: string) => new Class(text, 10),
    own: (b: object, e: object, m: object) => (b as BigInteger).modPow(e as BigInteger, m as BigInteger),
    modPow: onJsbn.modPow as unknown as Power<object>,
    modPowVartime: onJsbn.modPowVartime as unknown as Power<object>,
    install: () => onJsbn.install(Class),
    method: () => Class.prototype.modPow,
  })),
  {
    name: "big-integer",
    make: (text: string) => bigInt(text),
    own: (b: object, e: object, m: object) =>
      (b as bigInt.BigInteger).modPow(e as bigInt.BigInteger, m as bigInt.BigInteger),
    modPow: onBigInteger.modPow as unknown as Power<object>,
    modPowVartime: onBigInteger.modPowVartime as unknown as Power<object>,
    install: () => onBigInteger.install(bigInt),
    method: () => bigInt(1).modPow,
  },
];

describe.each(libraries)("$name", ({ name, make, own, modPow, modPowVartime, install, method }) => {
  const from = (x: bigint) => make(x.toString());

  test("powers of its numbers are its numbers", () => {
    const random = new Random(31);
    for (let i = 0; i < 100; i++) {
      const m = random.shaped(1 + random.below(1200)) + 1n;
      const b = random.shaped(random.below(1300)) * (i % 2 === 0 ? 1n : -1n);
      const e = random.shaped(random.below(300));
      for (const power of [modPow, modPowVartime]) {
        const result = power(from(b), from(e), from(m));
        expect(result.constructor).toBe(from(1n).constructor);
        expect(result.toString()).toBe(powReference(b, e, m).toString());
      }
    }
    expect(modPow(from(3n), from(-1n), from(7n)).toString()).toBe("5");
  });

  test("what is none of its numbers, or too long, is refused", () => {
    const one = from(1n);
    for (const bad of [1, 1n, "1", null, undefined, {}, [1]]) {
      expect(() => modPow(bad as object, one, one)).toThrow(/^base must be a .*, got /);
      expect(() => modPow(one, one, bad as object)).toThrow(/^modulus must be a .*, got /);
    }
    expect(() => modPow(one, one, from(0n))).toThrow("modulus must be at least 1, got 0");
    expect(() => modPow(from(1n << 70n), one, one, { maxBits: 64 })).toThrow("base must have at most 64 bits, got 71");
    expect(() => modPow(from(3n), from(-1n), from(9n))).toThrow("base has no inverse");
  });

  test("installed, the library's own power is this package's, and undone it is the library's again", () => {
    const random = new Random(32);
    const cases = Array.from({ length: 60 }, (_, i) => {
      const m = random.shaped(2 + random.below(700)) + 2n;
      // BN.mont takes only odd moduli
      const odd = m | 1n;
      return [random.shaped(600) % odd, i % 5 === 0 ? BigInt(i / 5) : random.shaped(random.below(200)), odd] as const;
    });
    const results = () => cases.map(([b, e, m]) => own(from(b), from(e), from(m)).toString());
    const before = results();
    expect(before).toEqual(cases.map(([b, e, m]) => powReference(b, e, m).toString()));
    const theirs = method();
    const undo = install();
    try {
      expect(method()).not.toBe(theirs);
      expect(results()).toEqual(before);
      const long = (1n << 70_000n) - 1n;
      expect(own(from(1n), from(5n), from(long)).toString()).toBe("1");
    } finally {
      undo();
    }
    expect(method()).toBe(theirs);
  });

  test.each([
    ["the first undo first", [0, 1]],
    ["the last undo first", [1, 0]],
    ["an undo twice", [0, 0, 1]],
  ] as const)("installed twice, it is there until both are undone: %s", (_name, order) => {
    const theirs = method();
    const undos = [install(), install()];
    const ours = method();
    for (const i of order) {
      expect(method()).toBe(ours);
      undos[i]?.();
    }
    expect(method()).toBe(theirs);
    undos[0]?.();
    expect(method()).toBe(theirs);
    const undo = install();
    expect(own(from(3n), from(5n), from(7n)).toString()).toBe("5");
    undo();
    expect(method()).toBe(theirs);
  });

  // bn.js has no context for 1
  test.skipIf(name.startsWith("bn.js"))("installed, every power modulo 1 is 0", () => {
    const undo = install();
    for (const e of [0n, 1n, 5n]) expect(own(from(5n), from(e), from(1n)).toString(), `${e}`).toBe("0");
    undo();
  });
});

describe("installed, the tests of the libraries", () => {
  test("bn.js: powers modulo the prime of P-192, and of groups of RFC 3526", () => {
    const undo = onBN.install(BN);
    const p192 = new BN("fffffffffffffffffffffffffffffffeffffffffffffffff", 16);
    for (const context of [BN.red(p192), BN.mont(p192)]) {
      const a = new BN(123).toRed(context);
      for (const e of [0, 1, 3, 4, 8, 9, 17]) {
        expect(a.redPow(new BN(e)).fromRed().toString()).toBe((123n ** BigInt(e)).toString());
      }
      const power = a.redPow(new BN("deadbeefabbadead", 16)).fromRed();
      expect(power.toString(16)).toBe("3aa0e7e304e320b68ef61592bcb00341866d6fa66e11a4d6");
    }
    expect(new BN(256).toRed(BN.red("k256")).redPow(new BN(0)).toString()).toBe("1");
    // bn.js computes this root by powers
    expect(
      new BN(10)
        .toRed(BN.red(new BN(13)))
        .redSqrt()
        .fromRed()
        .toString(),
    ).toBe("7");

    const group = getDiffieHellman("modp16");
    const key = group.generateKeys("hex");
    const prime = BN.red(new BN(group.getPrime("hex"), 16));
    const ours = new BN(2)
      .toRed(prime)
      .redPow(new BN(group.getPrivateKey("hex"), 16))
      .fromRed();
    expect(ours.toString(16, 1024)).toBe(key.padStart(1024, "0"));
    undo();
  });

  test("big-integer: powers of all signs", () => {
    const undo = onBigInteger.install(bigInt);
    expect(bigInt(4).modPow(13, 497).toString()).toBe("445");
    expect(bigInt(28_433).times(bigInt(2).modPow(7_830_457, "1e10")).plus(1).mod("1e10").toString()).toBe("8739992577");
    expect(bigInt(0).modPow(4, 20).toString()).toBe("0");
    expect(bigInt(0).modPow(0, 20).toString()).toBe("1");
    expect(() => bigInt(4).modPow(9, 0)).toThrow("Cannot take modPow with modulus 0");
    expect(bigInt(2).modPow(-3, 11).toString()).toBe("7");
    expect(bigInt(76_455).modPow(-3_758_223_534, 346_346).toString()).toBe("339949");
    expect(bigInt(-7).modPow(3, 10).toString()).toBe("-3");
    undo();
  });

  test.each(Object.entries(copies))("%s: modPowInt, whose exponent is a number", (_name, Class) => {
    const own = Class.prototype.modPowInt;
    const random = new Random(33);
    const number = (x: bigint) => new Class(x.toString(), 10);
    const power = (b: bigint, e: number, m: bigint) => BigInt(number(b).modPowInt(e, number(m)).toString());
    const cases = Array.from({ length: 40 }, (_, i) => {
      const m = random.shaped(2 + random.below(700)) + 2n;
      return [random.shaped(600), [0, 1, 3, 65_537, 2 ** 31 - 1][i % 5] as number, m] as const;
    });
    const before = cases.map((each) => power(...each));
    expect(before).toEqual(cases.map(([b, e, m]) => powReference(b, BigInt(e), m)));
    const undo = onJsbn.install(Class);
    expect(Class.prototype.modPowInt).not.toBe(own);
    expect(cases.map((each) => power(...each))).toEqual(before);
    // jsbn returns 1 here
    expect(power(3n, 0, 1n)).toBe(0n);
    expect(power(3n, 2 ** 40, 101n)).toBe(powReference(3n, 2n ** 40n, 101n));
    // jsbn still computes these
    expect(power(3n, -1, 101n)).toBe(1n);
    undo();
    expect(Class.prototype.modPowInt).toBe(own);
    expect(power(3n, 2 ** 40, 101n)).toBe(1n);
  });

  test("a copy of the library that others patched in between stays patched by them alone", () => {
    const { prototype } = BigInteger;
    const own = prototype.modPow;
    const undo = onJsbn.install(BigInteger);
    const ours = prototype.modPow;
    const others = function (this: BigInteger, e: BigInteger, m: BigInteger) {
      return ours.call(this, e, m);
    };
    prototype.modPow = others;
    const number = (x: string) => new BigInteger(x, 10);
    undo();
    expect(prototype.modPow).toBe(others);
    // their method still calls our name, which is jsbn's own method again: modulo 1 it returns 1
    expect(number("5").modPow(number("0"), number("1")).toString()).toBe("1");
    prototype.modPow = own;
  });

  test("node-forge: RSA signatures by its BigInteger, checked by another library", () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const pem = createPrivateKey(privateKey.export({ type: "pkcs1", format: "pem" }));
    const key = forge.pki.privateKeyFromPem(pem.export({ type: "pkcs1", format: "pem" }) as string);
    const digest = forge.md.sha256.create().update("a text");
    const plain = key.sign(digest);
    const undo = onJsbn.install(forge.jsbn.BigInteger);
    const signature = key.sign(digest);
    undo();
    expect(signature).toBe(plain);
    expect(verify("sha256", Buffer.from("a text"), publicKey, Buffer.from(signature, "binary"))).toBe(true);
  });
});

test("install takes a class of its library only, and numbers in a reduction context are none", () => {
  expect(() => onBN.install({} as typeof BN)).toThrow("install takes the class BN of bn.js: install(BN)");
  expect(() => onBN.install(undefined as unknown as typeof BN)).toThrow("install takes the class BN of bn.js");
  expect(() => onJsbn.install(BN as never)).toThrow("install takes the class BigInteger of jsbn");
  expect(() => onBigInteger.install(BN as never)).toThrow();
  const residue = new BN(5).toRed(BN.red(new BN(7)));
  expect(() => onBN.modPow(residue, new BN(1), new BN(7))).toThrow("in no reduction context, such as new BN(5)");
});
