/** Modules as text: src/text.ts reads what plugins.mjs writes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encode } from "../plugins.mjs";
import { decode } from "../src/wasm/text.js";

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

  test("are in characters that no literal or page has to escape", () => {
    const { alphabet, text } = encode(Uint8Array.from({ length: 256 }, (_, i) => i));
    expect(JSON.stringify(text)).toBe(`"${text}"`);
    expect(new Set(alphabet).size).toBe(89);
    expect(text).toMatch(/^[^"'`$\\<]+$/);
    expect(text).toMatch(/^[ -~]+$/);
  });
});
