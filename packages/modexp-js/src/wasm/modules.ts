/** The modules inside, which the entries that need no `await` share. */
import { moduleOf, sourceOf } from "./carried.js";
import type { Module } from "./exports.js";
import type { PowersModule } from "./features.js";
import texts from "./modexp.texts.js";

/** Their names. */
export const INSIDE: readonly string[] = texts.map(([name]) => name);

/** The module `name`, compiled. @throws Error if it is not inside. */
export function moduleInside(name: string): Module {
  return moduleOf(texts, name);
}

/** The bytes of the module `name`. @throws Error if it is not inside. */
export function moduleBytes(name: PowersModule | "js"): Uint8Array<ArrayBuffer> {
  // the cast: modules of WebAssembly have bytes
  return sourceOf(texts, name) as Uint8Array<ArrayBuffer>;
}
