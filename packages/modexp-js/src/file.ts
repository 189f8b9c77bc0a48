/**
 * What an import of a .wasm file of the package gives is up to the bundler or the host: a compiled module in edge workers.
 * `init` of `modexp/slim` takes it.
 */
import type { ModuleType } from "./wasm/compile.js";

declare const file: ModuleType;
export default file;
