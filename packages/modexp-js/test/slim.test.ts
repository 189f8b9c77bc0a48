import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { supports } from "../src/api/tier.js";
import * as slim from "../src/slim.js";
import { WasmInstance } from "../src/wasm/instance.js";

import { powReference } from "./shared/reference.js";
import { ownTiers } from "./shared/tiers.js";

const P = (1n << 2203n) - 1n;
const bytesOf = (tier: string) => readFileSync(new URL(`../wasm/modexp-${tier}.wasm`, import.meta.url));

describe("modexp/slim", () => {
  // the order matters: the first test needs an uninitialized module
  test("asks for init", () => {
    expect(() => slim.modPow(2n, 3n, 5n)).toThrow("await init(…) with one of the package's .wasm files first");
  });

  const wasmTiers = ownTiers.filter(({ tier }) => tier !== "js");
  test.each(wasmTiers)("takes a module, bytes, a response, or a promise, of $tier", async ({ tier }) => {
    const file = bytesOf(tier);
    const bytes = new Uint8Array(file);
    const typed = { headers: { "content-type": "application/wasm" } };
    const sources = [
      new WebAssembly.Module(bytes),
      bytes,
      bytes.buffer,
      new Response(bytes),
      new Response(bytes, typed),
      Promise.resolve(bytes),
    ];
    for (const source of sources) {
      const api = await slim.init(source);
      for (const { engine, modPow, Modulus } of [api, slim]) {
        expect(engine().tier).toBe(tier);
        expect(modPow(3n, P - 2n, P)).toBe(powReference(3n, P - 2n, P));
        expect(new Modulus(97n).pow(2n, 10n)).toBe(54n);
      }
    }
  });

  const missing = [
    ...(["relaxed", "wide", "simd"] as const).filter((tier) => !supports(tier)),
    ...(supports("relaxed") && supports("wide") ? [] : (["relaxed-wide"] as const)),
  ];
  test.each(missing)(
    "says what this engine lacks for the file of %s, and of a damaged file that it is one",
    async (tier) => {
      const bytes = new Uint8Array(bytesOf(tier));
      const typed = { headers: { "content-type": "application/wasm" } };
      for (const source of [
        bytes,
        bytes.buffer,
        new DataView(bytes.buffer),
        new Response(bytes),
        new Response(bytes, typed),
      ]) {
        await expect(slim.init(source)).rejects.toThrow(
          expect.objectContaining({ code: "MODEXP_ENGINE", message: expect.stringContaining(`modexp-${tier}.wasm: `) }),
        );
      }
      for (const source of [bytesOf("simd").subarray(0, 9999), Uint8Array.of(1, 2, 3), new Response("no", typed)]) {
        await expect(slim.init(source)).rejects.toThrow(expect.objectContaining({ code: "MODEXP_LOAD" }));
      }
    },
  );

  test("bytes that are gone are a TypeError", async () => {
    const bytes = new Uint8Array(bytesOf("simd"));
    const { buffer } = bytes;
    structuredClone(buffer, { transfer: [buffer] });
    for (const source of [bytes, buffer]) {
      await expect(slim.init(source)).rejects.toThrow(
        expect.objectContaining({ name: "TypeError", code: "MODEXP_TYPE" }),
      );
    }
    const used = new Response("x");
    await used.text();
    await expect(slim.init(used)).rejects.toThrow(expect.objectContaining({ code: "MODEXP_LOAD" }));
  });

  test("refuses a module that does without its kernels here", async () => {
    const unfused = vi.spyOn(WasmInstance.prototype, "kernel").mockReturnValue("portable");
    await expect(slim.init(bytesOf("simd"))).rejects.toThrow("pass modexp-simd.wasm");
    unfused.mockRestore();
    await expect(slim.init(bytesOf("simd"))).resolves.toBeDefined();
  });

  test("refuses what is no module of the package", async () => {
    await expect(slim.init("modexp.wasm" as unknown as Response)).rejects.toThrow(TypeError);
    await expect(slim.init("modexp.wasm" as unknown as Response)).rejects.toThrow(
      'source must be a WebAssembly.Module, its bytes, or a Response, got "modexp.wasm"',
    );
    const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    await expect(slim.init(empty)).rejects.toThrow("source must be one of the package's .wasm files");
    await expect(slim.init(new Response(null, { status: 404 }))).rejects.toThrow(
      "(404, null) is not there: copy the folder node_modules/modexp/wasm",
    );
  });
});
