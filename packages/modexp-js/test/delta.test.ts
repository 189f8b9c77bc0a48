/** Modules as deltas of other modules: src/wasm/delta.ts reads the output of plugins.mjs. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delta } from "../plugins.mjs";
import { patch } from "../src/wasm/delta.js";
import { moduleBytes } from "../src/wasm/modules.js";

describe("a delta", () => {
  const bytes = fc.uint8Array({ maxLength: 300 });

  test("gives back what it was made of", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.oneof(bytes, fc.tuple(fc.nat(300), fc.nat(300)))), (base, parts) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...(Array.isArray(part) ? base.slice(...part) : part)]));
        expect(patch(base, delta(base, whole))).toEqual(whole);
      }),
    );
  });

  test("of long equal parts is short", () => {
    const base = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 7) >> 3);
    const whole = Uint8Array.of(...base.subarray(1500), 1, 2, 3, ...base.subarray(0, 1600));
    expect(delta(base, whole).length).toBeLessThan(40);
  });
});

test.each(["relaxed", "relaxed-wide", "wide", "simd"] as const)(
  "the module %s inside the package is the file",
  (name) => {
    const file = readFileSync(new URL(`../wasm/modexp-${name}.wasm`, import.meta.url));
    expect(Buffer.compare(moduleBytes(name), file)).toBe(0);
  },
);
