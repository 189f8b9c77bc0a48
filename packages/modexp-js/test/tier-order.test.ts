/** Entries with one kind of module choose the same tier in the same engine, as far as they have it. */
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CARRIED } from "../plugins.mjs";
import type { Features } from "../src/wasm/features.js";
import { ROWS } from "./shared/engine-rows.mjs";

type Carried = Readonly<Record<string, readonly string[]>>;

/** Each kind of module: the tier of the entry that inlines it, and of the entry that fetches it. */
const KINDS: Readonly<Record<string, readonly (() => Promise<string>)[]>> = {
  modexp: [
    async () => (await import("../src/index.js")).createModexp().engine().tier,
    async () => (await (await import("../src/async.js")).createModexp()).engine().tier,
  ],
  "modexp-curves": [
    async () => (await import("../src/curves.js")).createCurves().tier(),
    async () => (await (await import("../src/curves-async.js")).createCurves()).tier(),
  ],
  "modexp-pairings": [
    async () => (await import("../src/pairings.js")).createPairings().tier(),
    async () => (await (await import("../src/pairings-async.js")).createPairings()).tier(),
  ],
  "modexp-historical-pairings": [async () => (await import("../src/historical-pairings.js")).createPairings().tier()],
  "modexp-binary-curves": [
    async () => (await import("../src/binary-curves.js")).createCurves().tier(),
    async () => (await (await import("../src/binary-curves-async.js")).createCurves()).tier(),
  ],
};

/** Every engine with SIMD. */
const ENGINES: readonly Features[] = [
  { relaxedSimd: false, fusedMultiplyAdd: false },
  { relaxedSimd: true, fusedMultiplyAdd: false },
  { relaxedSimd: true, fusedMultiplyAdd: true },
].flatMap((relaxed) =>
  [false, true].map((wideArithmetic) => ({ webAssembly: true, simd: true, ...relaxed, wideArithmetic })),
);

/** Mocks an engine with `features` where every module compiles, and entries that inline the modules of `carried`. */
function pretend(features: Features, carried: Carried): void {
  vi.resetModules();
  vi.doMock("../src/wasm/features.js", () => ({ features: () => features }));
  vi.doMock("../src/wasm/compile.js", () => ({ compileNow: () => ({}) }));
  vi.doMock("../src/wasm/read.node.js", () => ({ compileFrom: async () => ({}) }));
  vi.doMock("../src/wasm/instance.js", async (original) => ({ ...(await original<object>()), WasmInstance: class {} }));
  vi.doMock("../src/wasm/carried.js", () => ({ moduleOf: () => ({}) }));
  vi.doMock("../src/wasm/self-test.js", () => ({ multipliesRightly: () => true }));
  for (const [kind, tiers] of Object.entries(carried)) {
    vi.doMock(`../src/wasm/${kind}.texts.js`, () => ({ default: tiers.map((tier) => [tier]) }));
  }
}

afterEach(() => {
  vi.doUnmock("../src/wasm/features.js");
  vi.resetModules();
});

test("every kind of module is here", () => {
  expect(Object.keys(KINDS).sort()).toEqual(Object.keys(CARRIED.all).sort());
});

describe.each(ENGINES)("an engine with %o", (features) => {
  test.each(Object.keys(KINDS))("%s", async (kind) => {
    const [inside, ...others] = KINDS[kind] as [() => Promise<string>, ...(() => Promise<string>)[]];
    pretend(features, CARRIED.all);
    const best = await inside();
    for (const tierOf of others) expect(await tierOf()).toBe(best);
    // an entry that does not have the best one takes another
    for (const [engines, carried] of Object.entries(CARRIED) as [string, Carried][]) {
      // they choose none: their host compiles the one module
      if (engines === "workerd") continue;
      const tiers = carried[kind];
      if (tiers === undefined) continue;
      pretend(features, carried);
      const tier = await inside();
      if (tiers.includes(best)) expect(tier).toBe(best);
      // powers are there without any module
      else expect([...tiers, kind === "modexp" && "js"]).toContain(tier);
    }
  });

  test("powers are on `relaxed` where that is exact, and pairings on `wide`", async () => {
    const relaxed = features.fusedMultiplyAdd && "relaxed";
    const wide = features.wideArithmetic && "wide";
    pretend(features, CARRIED.all);
    for (const [kind, best] of [
      ["modexp", relaxed || wide],
      ["modexp-pairings", wide || relaxed],
    ] as const) {
      for (const tierOf of KINDS[kind] ?? []) expect(await tierOf()).toBe(best || "simd");
    }
  });
});

test.each(ENGINES)("the module of powers in an engine with %o", async (features) => {
  const opened: string[] = [];
  pretend(features, CARRIED.all);
  vi.doMock("../src/wasm/carried.js", () => ({
    moduleOf: (_: Carried, name: string) => opened.push(`modexp-${name}`),
  }));
  vi.doMock("../src/wasm/read.node.js", () => ({
    compileFrom: async (url: () => URL) => opened.push(path.basename(url().pathname, ".wasm")),
  }));
  for (const tierOf of KINDS.modexp ?? []) await tierOf();
  const { chooseTier } = await import("../src/api/tier.js");
  await (await import("../src/pool/pool.js")).compiled(chooseTier(undefined), false);
  const { fusedMultiplyAdd, wideArithmetic } = features;
  const best = [fusedMultiplyAdd && "relaxed", wideArithmetic && "wide"].filter(Boolean).join("-");
  expect(opened).toEqual(Array(3).fill(`modexp-${best || "simd"}`));
});

describe("docs/engines.md", () => {
  test.each(ROWS.filter(({ has }) => has.length > 0))("$engine", async ({ has, tiers, tested }) => {
    const relaxed = has.includes("relaxed");
    pretend(
      {
        ...{ webAssembly: true, simd: true, relaxedSimd: relaxed, fusedMultiplyAdd: relaxed },
        wideArithmetic: has.includes("wide"),
      },
      tested.includes("bun") ? CARRIED.bun : CARRIED.default,
    );
    for (const [entry, tier] of Object.entries(tiers)) {
      const kind = entry === "modexp" ? entry : `modexp-${entry}`;
      for (const tierOf of KINDS[kind] ?? []) expect(await tierOf(), entry).toBe(tier);
    }
  });
});
