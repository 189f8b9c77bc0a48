/** Modules inside an entry: one for each tier that its engines can choose, as `CARRIED` of plugins.mjs lists them. */
import { failure } from "../limbs/errors.js";
import type { WasmModule } from "./compile.js";

/** Tiers and how to get the bytes of their modules. */
export type Carried = readonly (readonly [tier: string, bytes: () => Uint8Array<ArrayBuffer>])[];

/** The module inside an entry for edge workers: the host has compiled it. */
export type Given<T = string> = readonly [readonly [tier: T, module: WasmModule]];

/** The module of `tier`. @throws Error if it is not inside. */
export function bytesOf(carried: Carried, tier: string): Uint8Array<ArrayBuffer> {
  for (const [name, bytes] of carried) if (tier === name) return bytes();
  throw failure(`tier ${tier} is not inside this entry; pass another, or import its async one`, "MODEXP_ENGINE");
}
