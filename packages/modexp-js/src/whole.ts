/** The file of the main entry: the modules are in it, so that it is all that a page fetches, and `modexp/pool` shares it. */
export * from "./index.js";
export { INSIDE, moduleBytes } from "./wasm/modules.js";
