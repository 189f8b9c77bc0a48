/** The addon of Node below the API: exports, pointers, memory and panics. The suite's other files run on its tier too. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nativeModuleAt as noModuleAt } from "../src/api/addon.js";
import { nativeModule, nativeModuleAt } from "../src/api/addon.native.js";
import type { Wasm } from "../src/wasm/exports.js";
import { WasmInstance } from "../src/wasm/instance.js";
import { StagingBuffer } from "../src/wasm/staging-buffer.js";
import { createNative, moduleOf, NATIVE } from "./shared/native.js";

const FILES = {
  powers: "modexp-simd",
  curves: "modexp-curves-simd",
  "binary-curves": "modexp-binary-curves-simd",
  // the one of its tiers that every Node compiles
  pairings: "pairings-relaxed/modexp-pairings-simd",
};

describe.each(NATIVE)("the addon", () => {
  test.each(Object.entries(FILES))("exports for %s what the module exports", (name, file) => {
    const module = new WebAssembly.Module(readFileSync(new URL(`../wasm/${file}.wasm`, import.meta.url)));
    // glue of wasm-bindgen, and the end of a buffer that lives as long as its instance
    const unused = /^__(?!wbg_)|^__wbg_stagingbuffer_free$/;
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    expect(Object.keys(moduleOf(name).instantiate()).sort()).toEqual(names.filter((each) => !unused.test(each)).sort());
  });

  test("is loaded by threads of modexp-native alone", async () => {
    const { addon, name } = moduleOf("powers");
    expect(nativeModuleAt({ addon, name }).instantiate()).toHaveProperty("context_pow");
    expect(() => noModuleAt({ addon, name })).toThrow(expect.objectContaining({ code: "MODEXP_ENGINE" }));
  });

  test("knows no other module", () => {
    expect(() => nativeModule("hashes")?.instantiate()).toThrow('no module has the name "hashes"');
  });

  test("a wrong pointer or number is an error, and nothing else", () => {
    const wasm = moduleOf("powers").instantiate() as Wasm;
    const staging = new StagingBuffer(wasm);
    staging.write(0, 97n, 1);
    const modulus = wasm.context_prepare(staging.pointer, 1);
    const power = (pointer: unknown, ...numbers: unknown[]) =>
      (wasm.context_pow as (...all: unknown[]) => void)(pointer, staging.pointer, ...numbers);
    for (const pointer of [0, -1, 2, 1.5, Number.NaN, 2 ** 53, Infinity, "1", {}, 1n, undefined]) {
      expect(() => power(pointer, 1, 1, 64)).toThrow();
    }
    for (const number of [-1, 1.5, Number.NaN, 2 ** 70, "1", undefined])
      expect(() => power(modulus, number, 1, 64)).toThrow();
    expect(() => power(modulus)).toThrow();
    // tables are no modulus
    expect(() => wasm.tables_bytes(modulus)).toThrow("no object 1 of this type");
    staging.write(0, 2n, 1);
    staging.write(1, 10n, 1);
    power(modulus, 1, 1, 64);
    expect(staging.take(0, 1)).toBe(1024n % 97n);
    wasm.__wbg_context_free(modulus, 0);
    expect(() => wasm.__wbg_context_free(modulus, 0)).toThrow("no object 1");
    expect(() => power(modulus, 1, 1, 64)).toThrow("no object 1");
  });

  test("a panic is an error with a code, and the next call works", () => {
    const instance = new WasmInstance(moduleOf("powers"));
    const words = 2 ** 40;
    const failed = () => instance.run((wasm, staging) => wasm.context_prepare(staging.pointer, words));
    expect(failed).toThrow(expect.objectContaining({ code: "MODEXP_PANIC", cause: expect.any(Error) }));
    expect(instance.generation).toBe(1);
    expect(instance.kernel(2048)).toMatch(/^[a-z0-9_]+$/);
  });

  test("too little memory for numbers is a RangeError", () => {
    const instance = new WasmInstance(moduleOf("powers"));
    const failed = () => instance.run((_, staging) => staging.reserve(2 ** 56));
    expect(failed).toThrow(expect.objectContaining({ code: "MODEXP_MEMORY" }));
    expect(instance.kernel(64)).not.toBe("");
  });

  test("views end where the buffer moves", () => {
    const wasm = moduleOf("powers").instantiate() as Wasm;
    const pointer = wasm.stagingbuffer_new();
    expect(wasm.stagingbuffer_reserve(pointer, 4)).not.toBe(0);
    const first = new BigUint64Array(wasm.memory.buffer);
    expect(first).toHaveLength(4);
    expect(wasm.stagingbuffer_reserve(pointer, 4)).not.toBe(0);
    expect(first).toHaveLength(4);
    expect(wasm.stagingbuffer_reserve(pointer, 1000)).not.toBe(0);
    expect(first).toHaveLength(0);
    expect(new BigUint64Array(wasm.memory.buffer)).toHaveLength(1000);
    // a call that needs more room for its result
    const second = new BigUint64Array(wasm.memory.buffer);
    second[0] = (1n << 61n) - 1n;
    const modulus = wasm.context_prepare(pointer, 1);
    second[0] = 3n;
    const tables = wasm.context_fixed_base(modulus, pointer, 1, 64, 200_000);
    expect(wasm.tables_save(tables, pointer)).toBeGreaterThan(8000);
    expect(second).toHaveLength(0);
  });

  test("calls leave zeros in the buffer", () => {
    const instance = new WasmInstance(moduleOf("powers"));
    const pow = (m: bigint, e: bigint) =>
      instance.run((wasm, staging) => {
        staging.write(0, m, 4);
        const modulus = wasm.context_prepare(staging.pointer, 4);
        staging.write(0, 3n, 4);
        staging.write(4, e, 4);
        wasm.context_pow(modulus, staging.pointer, 4, 4, 256);
        return staging.take(0, 4);
      });
    expect(pow((1n << 255n) - 19n, (1n << 255n) - 20n)).toBe(1n);
    const words = instance.run((wasm) => new BigUint64Array(wasm.memory.buffer));
    expect(words.length).toBeGreaterThan(8);
    expect(words.every((word) => word === 0n)).toBe(true);
  });

  test("instances are independent", () => {
    const [one, other] = [createNative(), createNative()];
    const m = new one.powers.Modulus(97n);
    new other.powers.Modulus(101n).dispose();
    expect(m.pow(2n, 10n)).toBe(1024n % 97n);
    expect(one.curves.tier()).toBe("native");
    expect(one.pairings.tier()).toBe("native");
  });

  test("has the curves over GF(2^m)", () => {
    const curve = new (createNative().binaryCurves.Curve)("K-283");
    const [a, b] = [12_345n, 67_890n];
    expect(curve.multiply(a, curve.multiply(b))).toEqual(curve.multiply(b, curve.multiply(a)));
    expect(curve.multiply(curve.order - 1n).x).toBe(curve.g.x);
  });
});
