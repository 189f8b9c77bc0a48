import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { engineOf, tiersHere } from "../../../scripts/lib/engines.mjs";
import { supports, TIERS } from "../src/api/tier.js";
import { createModexp as createModexpAsync } from "../src/async.js";
import { engine, Modulus, modPow } from "../src/index.js";
import { ownTiers, tiers } from "./shared/tiers.js";

describe("engine", () => {
  test("runs the tiers that are expected of this Node", () => {
    const here = engineOf("node") ?? expect.fail();
    expect(TIERS.filter(supports)).toEqual(expect.arrayContaining(tiersHere(here)));
  });

  test("takes the best tier that it can run", () => {
    expect(engine().tier).toBe(ownTiers[0]?.tier);
  });

  test("knows the package's version", () => {
    const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    expect(engine().version).toBe(JSON.parse(text).version);
  });

  test("features say why a tier is there", () => {
    const { features } = engine();
    expect(supports("relaxed")).toBe(features.relaxedSimd && features.fusedMultiplyAdd);
    expect(supports("wide")).toBe(features.wideArithmetic);
    expect(supports("simd")).toBe(features.simd);
    expect(supports("js")).toBe(true);
  });

  test("an engine runs the tiers of which it has all, and says what it lacks of the others", async () => {
    const all = { webAssembly: true, simd: true, relaxedSimd: true, fusedMultiplyAdd: true, wideArithmetic: true };
    const none = {
      webAssembly: false,
      simd: false,
      relaxedSimd: false,
      fusedMultiplyAdd: false,
      wideArithmetic: false,
    };
    let features = all;
    vi.resetModules();
    vi.doMock("../src/wasm/features.js", () => ({ features: () => features }));
    const { chooseTier, obstacle, supports: runs } = await import("../src/api/tier.js");
    vi.doUnmock("../src/wasm/features.js");
    const here = (lacking: Partial<typeof all>) => {
      features = { ...all, ...lacking };
      return [TIERS.filter(runs).join(" "), chooseTier(undefined), ...TIERS.map((tier) => obstacle(tier) ?? "")];
    };
    const missing = "WebAssembly is missing, or a content security policy without 'wasm-unsafe-eval' forbids it";
    const [noSimd, noWide] = ["SIMD", "wide arithmetic"].map((what) => `its ${what} is missing or computes wrongly`);
    const noRelaxed = "it has no relaxed SIMD";
    expect(here({})).toEqual(["relaxed wide simd js", "relaxed", "", "", "", ""]);
    expect(here(none)).toEqual(["js", "js", missing, missing, missing, ""]);
    expect(here({ webAssembly: false })).toEqual(["js", "js", missing, missing, missing, ""]);
    expect(here({ ...none, webAssembly: true })).toEqual(["js", "js", noSimd, noSimd, noSimd, ""]);
    expect(here({ relaxedSimd: false })).toEqual(["wide simd js", "wide", noRelaxed, "", "", ""]);
    expect(here({ wideArithmetic: false })).toEqual(["relaxed simd js", "relaxed", "", noWide, "", ""]);
    expect(here({ fusedMultiplyAdd: false, wideArithmetic: false })).toEqual([
      ...["simd js", "simd", "its relaxed multiply-add rounds twice", noWide, "", ""],
    ]);
    expect(() => chooseTier("wide")).toThrow(
      'this engine cannot run tier "wide": its wide arithmetic is missing or computes wrongly; pass one of "simd", "js"',
    );
  });

  test("instructions that compute wrongly are missing", async () => {
    // the engine loses a carry, shuffles other bytes, or rounds a multiply-add twice
    for (const wrong of [BigInt(-2), 0, 0.5]) {
      class Instance {
        readonly exports = { f: () => wrong };
      }
      vi.resetModules();
      vi.stubGlobal("WebAssembly", { Module: class {}, Instance });
      const { features } = await import("../src/wasm/features.js");
      const found = features();
      vi.unstubAllGlobals();
      const none = { simd: false, fusedMultiplyAdd: false, wideArithmetic: false };
      expect(found).toEqual({ ...none, webAssembly: true, relaxedSimd: true });
    }
  });

  test("each instruction of wide arithmetic is tried with numbers that show a wrong result", async () => {
    const [low, signed] = [(x: bigint) => BigInt.asUintN(64, x), (x: bigint) => BigInt.asIntN(64, x)];
    const right = {
      add128: (a: bigint, b: bigint) => a + b,
      sub128: (a: bigint, b: bigint) => a - b,
      mul_wide_s: (a: bigint, b: bigint) => signed(a) * signed(b),
      mul_wide_u: (a: bigint, b: bigint) => a * b,
    };
    const isWide = async (wrong: Partial<typeof right>) => {
      const engine = { ...right, ...wrong };
      /** Runs a function without locals of its own: local.get, i64.xor, and the operations of the engine. */
      const run = (code: Uint8Array, operands: readonly bigint[]) => {
        const stack: bigint[] = [];
        const pop = (): bigint => stack.pop() ?? expect.fail("an operand");
        for (let at = 0; code[at] !== 0x0b; at += code[at] === 0x85 ? 1 : 2) {
          const immediate = code[at + 1] ?? 0;
          if (code[at] === 0x20) stack.push(operands[immediate] ?? expect.fail("a parameter"));
          else if (code[at] === 0x85) stack.push(pop() ^ pop());
          else {
            const name = (["add128", "sub128", "mul_wide_s", "mul_wide_u"] as const)[immediate - 0x13];
            const operand = () => (name?.startsWith("mul") ? low(pop()) : (pop() << 64n) | low(pop()));
            const [b, a] = [operand(), operand()];
            const result = engine[name ?? expect.fail("an operation")](a, b);
            stack.push(low(result), low(result >> 64n));
          }
        }
        return signed(pop());
      };
      class Module {
        constructor(readonly bytes: Uint8Array) {}
      }
      class Instance {
        readonly exports: object;
        constructor({ bytes }: Module) {
          // the section of code: id, size, a function, its size, no locals
          let section = 8;
          while (bytes[section] !== 10) section += 2 + (bytes[section + 1] ?? 0);
          // the probe of wide arithmetic is the only one with parameters of type i64
          const isProbe = bytes[13] === 0x7e;
          this.exports = { f: (...operands: bigint[]) => isProbe && run(bytes.subarray(section + 5), operands) };
        }
      }
      vi.resetModules();
      vi.stubGlobal("WebAssembly", { Module, Instance });
      const { features } = await import("../src/wasm/features.js");
      const { wideArithmetic } = features();
      vi.unstubAllGlobals();
      return wideArithmetic;
    };
    expect(await isWide({})).toBe(true);
    for (const wrong of [
      { add128: (a, b) => (((a >> 64n) + (b >> 64n)) << 64n) + low(a + b) },
      { sub128: (a, b) => (((a >> 64n) - (b >> 64n)) << 64n) + low(a - b) },
      { mul_wide_u: right.mul_wide_s },
      { mul_wide_s: right.mul_wide_u },
      { mul_wide_s: (a, b) => signed(a) * b },
      { mul_wide_s: (a, b) => a * signed(b) },
    ] satisfies Partial<typeof right>[]) {
      expect(await isWide(wrong), String(Object.values(wrong))).toBe(false);
    }
  });

  test.each(tiers)("names the kernel of each size on $tier", ({ tier, api }) => {
    for (const bits of [1, 64, 256, 2048, 8192]) {
      expect(api.engine().kernel(bits)).toMatch(/^[a-z][a-z0-9_]+$/);
    }
    expect(api.engine().tier).toBe(tier);
    expect(() => api.engine().kernel(-1)).toThrow("bits must be at least 0, got -1");
    if (tier === "js") expect(api.engine().kernel(2048)).toBe("bigint");
  });
});

test.each(ownTiers)("docs/engines.md names the kernels of $tier", ({ tier, api: { engine } }) => {
  const page = readFileSync(new URL("../docs/engines.md", import.meta.url), "utf8");
  const row = new RegExp(`^\\| \`${tier}\` \\| .* \\| \`(\\w+)\`(?: up to (\\d+) bits, \`(\\w+)\` above)?`, "m");
  const [, short, bits = 2048, long = short] = row.exec(page) ?? expect.fail();
  expect([engine().kernel(Number(bits)), engine().kernel(Number(bits) + 1)]).toEqual([short, long]);
});

describe("modexp/async", () => {
  test.each(ownTiers.map(({ tier }) => tier))("has the same API on %s", async (tier) => {
    const api = await createModexpAsync({ tier });
    expect(api.engine().tier).toBe(tier);
    expect(api.modPow(3n, 200n, 1_000_000_007n)).toBe(modPow(3n, 200n, 1_000_000_007n));
    expect(new api.Modulus(1n << 300n).pow(3n, 1n << 100n)).toBe(modPow(3n, 1n << 100n, 1n << 300n));
  });

  test("rejects what createModexp refuses", async () => {
    await expect(createModexpAsync({ tier: "fast" as "js" })).rejects.toThrow(TypeError);
  });
});

describe("instances", () => {
  test("are independent, and their classes are Modulus", () => {
    for (const { api } of tiers) {
      const m = new api.Modulus(97n);
      expect(m).toBeInstanceOf(api.Modulus);
      expect(m.constructor.name).toBe("Modulus");
    }
    expect(new Modulus(97n)).toBeInstanceOf(Modulus);
  });

  test("the functions need no `this`", () => {
    const { modPow, modInverse } = tiers[0]?.api ?? expect.fail();
    expect([1n, 2n].map((x) => modPow(x, 3n, 11n))).toEqual([1n, 8n]);
    expect([1n, 2n].map((x) => modInverse(x, 11n))).toEqual([1n, 6n]);
  });
});
