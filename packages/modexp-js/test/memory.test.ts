import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { Context } from "../src/api/context.js";
import { bind } from "../src/api/modexp.js";
import { createModexp, type Modexp } from "../src/index.js";
import { SMALL_PRIMES } from "../src/primes/sieve.js";
import { WasmArithmetic } from "../src/wasm/arithmetic.js";
import type { Tier, WasmTier } from "../src/wasm/features.js";
import { Handle, Refusal, WasmInstance } from "../src/wasm/instance.js";
import { powReference } from "./shared/reference.js";
import { checkRemains } from "./shared/remains.js";
import { fresh, tiers } from "./shared/tiers.js";

const P = (1n << 521n) - 1n;

const isWasm = (tier: Tier): tier is WasmTier => tier !== "js" && tier !== "native";

describe.each(tiers.map(({ tier }) => tier).filter(isWasm))("memory of WebAssembly on %s", (tier) => {
  test("out of memory is a RangeError, and the instance stays usable", () => {
    const small = withMemoryLimit(tier, 24);
    const kept = new small.Modulus(P);
    expect(kept.pow(3n, P)).toBe(3n);

    // a number of 2^17 bits takes 16 KiB, and a table of 64 of these 16 pages
    const huge = (1n << 131_072n) - 1n;
    const long = 1n << 2000n;
    expect(() => small.modPow(3n, long, huge)).toThrow(RangeError);
    expect(() => small.modPow(3n, long, huge)).toThrow("not enough memory");
    expect(() => new small.Modulus(huge).pow(3n, long)).toThrow("not enough memory");

    expect(kept.pow(3n, P)).toBe(3n);
    expect(kept.inverse(2n)).toBe((P + 1n) / 2n);
    expect(small.modPow(3n, P - 1n, P)).toBe(1n);
    kept.dispose();
  });

  test("results that outgrow the staging buffer are read after it has moved", () => {
    const fresh = withMemoryLimit(tier, 4000);
    for (const bits of [100, 40_000, 64, 100_000, 300]) {
      const m = (1n << BigInt(bits)) - 1n;
      expect(fresh.modPow(m - 2n, 5n, m)).toBe(powReference(m - 2n, 5n, m));
      const context = new fresh.Modulus(m);
      expect(context.powBytes(Uint8Array.of(2), Uint8Array.of(9))).toHaveLength(Math.ceil(bits / 8));
      context.dispose();
    }
  });

  test("contexts come and go without growing the memory", () => {
    const small = withMemoryLimit(tier, 40);
    for (let i = 0n; i < 3000n; i++) {
      const m = new small.Modulus((1n << 1024n) + 2n * i + 1n);
      expect(m.pow(2n, 20n)).toBe(1_048_576n);
      m.dispose();
      expect(small.modPow(2n, 20n, (1n << 1023n) + 2n * i + 1n)).toBe(1_048_576n);
    }
  });

  test("saved tables leave neither modulus nor base nor powers behind", () => {
    expect(checkRemains(tier)).toBe(5 * 2 * 4 * 42);
  });
});

describe.each(tiers.filter(({ tier }) => tier !== "js"))("memory on $tier", ({ tier, api }) => {
  test.each(Object.entries(roomy))("%s makes room for more than the first buffer holds", (_, work) => {
    expect(work(fresh(tier))).toEqual(work(createModexp({ tier: "js" })));
  });

  test("a blinded private key operation makes room for all that it takes", () => {
    const [p, q] = [P, (1n << 127n) - 1n];
    const n = new (fresh(tier).CrtModulus)([p, q]);
    // d takes 495 words, the number 11 and the random one 12
    const order = (p - 1n) * (q - 1n);
    const d = api.modInverse(65537n, order) + (order << 31_030n);
    expect(d >> (64n * 494n) > 0n && d >> (64n * 495n) === 0n).toBe(true);
    expect(n.privateKeyOp(powReference(5n, 65537n, p * q), d, { blind: true })).toBe(5n);
    n.dispose();
  });

  test("long lists are done in parts", () => {
    const m = new api.Modulus(P);
    const bases = Array.from({ length: 200 }, (_, i) => BigInt(i) ** 40n);
    const exponents = bases.map((_, i) => 1n << BigInt(i));
    expect(m.powMany(bases, exponents)).toEqual(bases.map((base, i) => powReference(base, exponents[i] as bigint, P)));
    const numbers = bases.slice(1);
    const inverses = numbers.map((x) => m.inverse(x));
    const one = vi.spyOn(WasmArithmetic.prototype, "inverse");
    expect(m.inverseMany(numbers)).toEqual(inverses);
    // all inverses exist, so no single one is computed
    expect(one).not.toHaveBeenCalled();
    one.mockRestore();
    m.dispose();
  });
});

/** Numbers that exceed the first buffer's 512 words, but compute fast. */
const many = Array.from({ length: 60 }, (_, i) => (P >> 1n) - BigInt(i) ** 2n);
const long = (1n << 40_000n) - 3n;
const ones = new Uint8Array(4096).fill(1, 4095);
const roomy: Record<string, (api: Modexp) => unknown> = {
  modPow: (api) => api.modPow(3n, long, P),
  modPowVartime: (api) => api.modPowVartime(3n, long, P),
  powMany: (api) => new api.Modulus(P).powMany(many, many),
  "powEach with results that are longer than the exponents": (api) =>
    new api.Modulus(P).powEach(
      3n,
      many.map((x) => x >> 460n),
    ),
  "powEach with exponents that are longer than the results": (api) =>
    new api.Modulus((1n << 64n) - 59n).powEach(3n, many),
  powProduct: (api) => new api.Modulus(P).powProduct(many, many),
  inverseMany: (api) => new api.Modulus(P).inverseMany(many),
  powBytes: (api) => new api.Modulus(P).powBytes(ones, ones),
  "powMany of a fixed base": (api) => new api.Modulus(P).fixedBase(3n, { maxExponentBits: 521 }).powMany(many),
  "a product of many primes": (api) => new api.CrtModulus([P, ...SMALL_PRIMES.slice(1, 60)]).pow(3n, 1000n),
  "a power modulo a product": (api) => new api.CrtModulus([P, (1n << 607n) - 1n]).pow(3n, long),
};

test("what a module refuses leaves the instance as it is, any other failure makes a new one", () => {
  const file = readFileSync(new URL("../wasm/modexp-simd.wasm", import.meta.url));
  const instance = new WasmInstance(new WebAssembly.Module(file));
  const freed: number[] = [];
  const handle = new Handle(
    instance,
    () => 7,
    (_, pointer) => freed.push(pointer),
  );
  const failure = (error: unknown) => {
    try {
      return instance.run(() => {
        throw error;
      });
    } catch (caught) {
      return caught;
    }
  };
  const [refusal, error, trap] = [new Refusal(3), new Error("other"), new WebAssembly.RuntimeError("unreachable")];
  const first = instance.generation;
  // nothing has been made
  handle.free();
  expect(failure(refusal)).toBe(refusal);
  expect(instance.generation).toBe(first);
  handle.run(() => {});
  expect(failure(error)).toBe(error);
  expect(instance.generation).toBe(first + 1);
  expect(failure(trap)).toMatchObject({ code: "MODEXP_MEMORY", cause: trap });
  // the instance took everything with it
  handle.free();
  expect(freed).toEqual([]);
  handle.run(() => {});
  handle.free();
  handle.free();
  expect(freed).toEqual([7]);
});

/** An instance with a memory limit of `pages` pages of 64 KiB. */
function withMemoryLimit(tier: Tier, pages: number): Modexp {
  const file = readFileSync(new URL(`../wasm/modexp-${tier}.wasm`, import.meta.url));
  const context = new Context(tier, new WasmInstance(new WebAssembly.Module(limitMemory(file, pages))), true);
  return bind(() => context, { maxBits: Number.POSITIVE_INFINITY });
}

/** The module with a maximum in its memory section; the section is `05 size 01 00 minimum`. */
function limitMemory(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  const leb = (x: number): number[] => (x < 128 ? [x] : [(x & 127) | 128, ...leb(x >> 7)]);
  let at = 8;
  for (;;) {
    const start = at;
    const id = module[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0;
      size |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (id === 5) {
      const minimum = [...module.subarray(at + 2, at + size)];
      const content = [1, 1, ...minimum, ...leb(pages)];
      return new Uint8Array(
        Buffer.concat([
          module.subarray(0, start),
          Uint8Array.of(5, content.length, ...content),
          module.subarray(at + size),
        ]),
      );
    }
    at += size;
  }
}
