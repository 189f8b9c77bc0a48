/** Modules as text: src/wasm/text.ts reads the output of plugins.mjs. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { encode, encodeLike } from "../plugins.mjs";
import { decode } from "../src/wasm/text.js";
import { F64, I64, tinyModule } from "../src/wasm/tiny-module.js";

describe("bytes as text", () => {
  test("come back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => {
        expect(decode(encode(bytes))).toEqual(bytes);
      }),
    );
  });

  test("all of them, each as often as the others or not", () => {
    const all = Uint8Array.from({ length: 1024 }, (_, i) => i);
    expect(decode(encode(all))).toEqual(all);
    const skewed = Uint8Array.from({ length: 1024 }, (_, i) => i % (1 + (i % 256)));
    expect(decode(encode(skewed))).toEqual(skewed);
  });

  test("in the codes of other bytes, too", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (others, bytes) => {
        const base = encode(others);
        expect(decode({ ...base, text: encodeLike(base, bytes) })).toEqual(bytes);
      }),
    );
  });

  test("of a length that takes one more page of memory", () => {
    const bytes = new Uint8Array(64_513).fill(7);
    expect(decode(encode(bytes))).toEqual(bytes);
  });

  test("come back in an engine without TextEncoder", () => {
    const bytes = Uint8Array.from({ length: 1024 }, (_, i) => i ** 2);
    const text = encode(bytes);
    vi.stubGlobal("TextEncoder", undefined);
    try {
      expect(decode(text)).toEqual(bytes);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("are in characters that no literal or page has to escape", () => {
    const { alphabet, text } = encode(Uint8Array.from({ length: 256 }, (_, i) => i));
    expect(JSON.stringify(text)).toBe(`"${text}"`);
    expect(new Set(alphabet).size).toBe(89);
    expect(text).toMatch(/^[^"'`$\\<]+$/);
    expect(text).toMatch(/^[ -~]+$/);
  });
});

test("a tiny module's function has the types that were asked for", () => {
  for (const [type, value] of [
    [I64, -5n],
    [F64, 0.5],
  ] as const) {
    // f returns its argument
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(tinyModule([type], type, [0, 0x20, 0]))).exports;
    expect((f as (x: unknown) => unknown)(value)).toBe(value);
  }
});
