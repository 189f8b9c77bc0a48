/** Machine code in the place of WebAssembly: this package has none. */
import type { NativeModule } from "../wasm/exports.js";

/** The module of that name in the addon; undefined without one. */
export function nativeModule(_name: string): NativeModule | undefined {
  return undefined;
}
