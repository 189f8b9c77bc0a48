/** Modules as text inside an entry: one for each tier that its engines can choose, as `CARRIED` of plugins.mjs lists them. */
import { failure } from "../limbs/errors.js";
import type { WasmModule } from "./compile.js";
import { patch } from "./delta.js";
import { decode, type Encoded } from "./text.js";

/** Tiers and their modules: the first module is complete, the others are differences from it. */
export type Carried = readonly [Text, ...Text[]];

type Text = readonly [tier: string, text: Encoded];

/** The module inside an entry for edge workers: the host has compiled it. */
export type Given<T = string> = readonly [readonly [tier: T, module: WasmModule]];

/** The module of `tier`. @throws Error if it is not inside. */
export function bytesOf(carried: Carried, tier: string): Uint8Array<ArrayBuffer> {
  const [first, ...others] = carried;
  const base = decode(first[1]);
  if (tier === first[0]) return base;
  for (const [name, text] of others) if (tier === name) return patch(base, decode(text));
  throw failure(`tier ${tier} is not inside this entry; pass another, or import its async one`, "MODEXP_ENGINE");
}
