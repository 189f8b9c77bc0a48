/** Machine code in the place of WebAssembly: this package has none. */
import { failure } from "../limbs/errors.js";
import type { NativeModule, NativePlace } from "../wasm/exports.js";

/** The tiers that the addon adds to those of WebAssembly. */
export const ADDED: readonly "native"[] = [];

/** The module of that name in the addon; undefined without one. */
export function nativeModule(_name: string): NativeModule | undefined {
  return undefined;
}

/** The module at a place that another thread found. @throws Error: no thread of this package loads an addon. */
export function nativeModuleAt(_place: NativePlace): NativeModule {
  throw failure("curve must be of modexp/curves, or the pool of modexp-native/pool", "MODEXP_ENGINE");
}
