/** Modules inside an entry: one for each tier that its engines can choose, as `CARRIED` of plugins.mjs lists them. */
import { failure } from "../limbs/errors.js";
import { compileNow, type WasmModule } from "./compile.js";
import type { Module, NativeModule } from "./exports.js";

/** Tiers and how to get their modules: the bytes, or machine code. */
export type Carried = readonly (readonly [tier: string, source: () => Uint8Array<ArrayBuffer> | NativeModule])[];

/** The module inside an entry for edge workers: the host has compiled it. */
export type Given<T = string> = readonly [readonly [tier: T, module: WasmModule]];

/** The module of `tier`. @throws Error if it is not inside. */
export function moduleOf(carried: Carried, tier: string): Module {
  const source = sourceOf(carried, tier);
  return "instantiate" in source ? source : compileNow(source);
}

/** The source of the module of `tier`. @throws Error if it is not inside. */
export function sourceOf(carried: Carried, tier: string): Uint8Array<ArrayBuffer> | NativeModule {
  for (const [name, source] of carried) if (tier === name) return source();
  throw failure(`tier ${tier} is not inside this entry; pass another, or import its async one`, "MODEXP_ENGINE");
}
