/** The modules inside, which the entries that need no `await` share. */
import { moduleOf, sourceOf } from "./carried.js";
import type { Module } from "./exports.js";
import type { WasmTier } from "./features.js";
import texts from "./modexp.texts.js";

/** Their tiers. */
export const INSIDE: readonly string[] = texts.map(([tier]) => tier);

/** The module of `tier`, compiled. @throws Error if it is not inside. */
export function moduleInside(tier: string): Module {
  return moduleOf(texts, tier);
}

/** The bytes of the module of `tier`. @throws Error if it is not inside. */
export function moduleBytes(tier: WasmTier | "js"): Uint8Array<ArrayBuffer> {
  // the cast: the tiers of WebAssembly have bytes
  return sourceOf(texts, tier) as Uint8Array<ArrayBuffer>;
}
