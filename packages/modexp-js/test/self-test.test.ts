/** Engines that compile an instruction wrongly: the next tier computes, and `engine()` says why. */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Carried } from "../src/wasm/carried.js";
import type * as Features from "../src/wasm/features.js";

/** i32x4.dot_i16x8_s and i32x4.mul; i64.const 29, i64.shr_u and a shift of 28 bits */
const [DOT, MUL] = [
  [0xfd, 0xba, 0x01],
  [0xfd, 0xb5, 0x01],
] as const;
const [BY_29, BY_28] = [
  [0x42, 29, 0x88],
  [0x42, 28, 0x88],
] as const;

const read = (name: string) => new Uint8Array(readFileSync(new URL(`../wasm/${name}.wasm`, import.meta.url)));

/** The module with other instructions in the place of some. */
function changed(name: string, from: readonly number[], to: readonly number[]) {
  const bytes = read(name);
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (!from.every((byte, i) => bytes[at + i] === byte)) continue;
    bytes.set(to, at);
    count++;
  }
  expect(count).toBeGreaterThan(0);
  return bytes;
}

/** The features of relaxed SIMD that the engine says it has. */
const relaxed = vi.hoisted(() => ({ relaxedSimd: false, fusedMultiplyAdd: false }));

// an engine that says that it has wide arithmetic, so that a tier is before `simd`
vi.mock("../src/wasm/features.js", async (original) => {
  const real = await original<typeof Features>();
  return { ...real, features: () => ({ ...real.features(), wideArithmetic: true, ...relaxed }) };
});

beforeEach(() => {
  vi.resetModules();
  Object.assign(relaxed, { relaxedSimd: false, fusedMultiplyAdd: false });
});

describe("powers", () => {
  const wrong = changed("modexp-simd", DOT, MUL);

  test("the next tier computes, and the engine says why", async () => {
    const right = read("modexp-simd");
    vi.doMock("../src/wasm/modules.js", () => ({
      INSIDE: ["wide", "simd"],
      moduleInside: (tier: string) => new WebAssembly.Module(tier === "wide" ? wrong : right),
    }));
    const { createModexp, engine, modPow } = await import("../src/entries/powers/carried.js");
    expect(modPow(3n, 2n ** 600n, 2n ** 521n - 1n)).toBe(
      createModexp({ tier: "js" }).modPow(3n, 2n ** 600n, 2n ** 521n - 1n),
    );
    expect(engine().tier).toBe("simd");
    expect(engine().obstacles).toEqual({
      relaxed: "it has no relaxed SIMD",
      wide: "it computed a wrong product",
    });
    expect(() => createModexp({ tier: "wide" })).toThrow(
      'this engine cannot run tier "wide": it computed a wrong product; pass one of "simd", "js"',
    );
  });

  test.each([
    { without: "wide", wrongs: ["relaxed-wide"], tier: "relaxed", expected: ["relaxed-wide", "relaxed"] },
    {
      without: "relaxed",
      wrongs: ["relaxed-wide", "relaxed"],
      tier: "wide",
      expected: ["relaxed-wide", "relaxed", "wide"],
    },
  ] as const)("without right kernels of $without `$tier` computes in its own module", async (row) => {
    const { without, wrongs, tier, expected } = row;
    Object.assign(relaxed, { relaxedSimd: true, fusedMultiplyAdd: true });
    const right = read("modexp-simd");
    const opened: string[] = [];
    vi.doMock("../src/wasm/modules.js", () => ({
      INSIDE: ["relaxed", "relaxed-wide", "wide", "simd"],
      moduleInside: (name: string) => {
        opened.push(name);
        return new WebAssembly.Module(wrongs.some((each) => each === name) ? wrong : right);
      },
    }));
    const { createModexp, engine, modPow } = await import("../src/entries/powers/carried.js");
    expect(modPow(3n, 2n ** 600n, 2n ** 521n - 1n)).toBeGreaterThan(0n);
    expect(opened).toEqual(expected);
    expect(engine().tier).toBe(tier);
    expect(engine().obstacles).toEqual({ [without]: "it computed a wrong product" });
    expect(() => createModexp({ tier: without })).toThrow("it computed a wrong product");
  });

  test("without a right tier BigInt computes", async () => {
    vi.doMock("../src/wasm/modules.js", () => ({
      INSIDE: ["wide", "simd"],
      moduleInside: () => new WebAssembly.Module(wrong),
    }));
    const { engine, modPow } = await import("../src/entries/powers/carried.js");
    expect(modPow(3n, 5n, 2n ** 521n - 1n)).toBe(243n);
    expect(engine().tier).toBe("js");
    expect(Object.keys(engine().obstacles)).toEqual(["relaxed", "wide", "simd"]);
  });

  test("a thread of a pool computes on BigInt", async () => {
    const { Pool } = await import("../src/pool/pool.js");
    const { spawns } = await import("../src/pool/thread.js");
    const start = async () => ({ tier: "simd" as const, forced: true, module: new WebAssembly.Module(wrong) });
    const pool = new Pool({ size: 1, lanes: 2, spawns, start, maxBits: 65_536 });
    expect(await pool.powMany(2n ** 521n - 1n, [3n, 2n], [5n, 522n])).toEqual([243n, 2n]);
    pool.dispose();
  });

  test("a file that is given is refused", async () => {
    const { init } = await import("../src/entries/powers/given.js");
    await expect(init(wrong)).rejects.toThrow("this engine computes wrongly with modexp-simd.wasm");
    const { modPow } = await init(read("modexp-simd"));
    expect(modPow(3n, 4n, 50n)).toBe(31n);
  });
});

describe.each([
  ["curves", "modexp-curves-simd"],
  ["historical pairings", "modexp-historical-pairings-simd"],
])("%s", (kind, file) => {
  const wrong = changed(file, BY_29, BY_28);
  const right = read(file);

  /** Makes a curve or a pairing on the modules of two tiers; returns the tier. */
  async function makeOn(carried: Carried) {
    const { openCarried } = await import("../src/entries/opening.js");
    const { CURVES } = await import("../src/curves/tier.js");
    if (kind === "curves") {
      const { bindCurves } = await import("../src/curves/bind.js");
      const { PRIME } = await import("../src/curves/parameters.js");
      const { Curve, tier } = bindCurves(PRIME, () => openCarried(carried, CURVES));
      const curve = new Curve("P-256");
      expect(curve.multiply(curve.order - 1n)).toEqual(curve.negate(curve.g));
      return tier();
    }
    const { bindHistoricalPairings } = await import("../src/pairings/bind.js");
    const { Pairing, tier } = bindHistoricalPairings(() => openCarried(carried, CURVES));
    const { g1 } = new Pairing("KSS18-511");
    expect(g1.multiply(g1.order - 1n)).toEqual(g1.negate(g1.g));
    return tier();
  }

  test("the next tier computes", async () => {
    expect(
      await makeOn([
        ["wide", () => wrong],
        ["simd", () => right],
      ]),
    ).toBe("simd");
  });

  test("the next tier computes after a wrong double of the generator", async () => {
    const { WasmCurve } = await import("../src/wasm/curves.js");
    vi.spyOn(WasmCurve.prototype, "add").mockReturnValueOnce([1n, 1n, true]);
    expect(
      await makeOn([
        ["wide", () => right],
        ["simd", () => right],
      ]),
    ).toBe("simd");
  });

  test("without a right tier the error says so", async () => {
    await expect(makeOn([["simd", () => wrong]])).rejects.toThrow(
      'this engine cannot run tier "simd" of curves: it computed a wrong product',
    );
  });
});
