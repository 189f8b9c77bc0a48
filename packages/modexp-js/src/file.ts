/**
 * The type of an imported .wasm file depends on the bundler or the host: edge workers give a compiled module.
 * `init` of `modexp/slim` takes it.
 */
import type { ModuleType } from "./wasm/compile.js";

declare const file: ModuleType;
export default file;
