/** What the modules export, and how a module becomes an instance. */
import type { InitOutput } from "../../wasm/relaxed/modexp_wasm.js";
import type { WasmModule } from "./compile.js";

/**
 * The exports of the modules, as wasm-bindgen declares them: those of `crates/modexp-wasm`, whose documentation tells what the
 * arguments are. Pointers, counts and truth values are numbers, 64-bit words bigints. All tiers export the same.
 */
export type Wasm = InitOutput;

/** Whether a module is one of the package's. */
export function isOurs(module: WasmModule): boolean {
  return WebAssembly.Module.exports(module).some(({ name }) => name === "context_pow");
}

/** A new instance with its own memory. */
export function instantiate(module: WasmModule): Wasm {
  // wasm-bindgen's two imports are for strings and exceptions, of which our exports have none
  const imports: Record<string, Record<string, () => never>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const group = imports[from] ?? {};
    imports[from] = group;
    group[name] = () => {
      throw new Error(`modexp: the module called ${name}, which it should not`);
    };
  }
  // the cast: what a module exports is known from its build, not from its type
  return new WebAssembly.Instance(module, imports).exports as unknown as Wasm;
}

/** Whether `error` means that a call into WebAssembly ended in a trap. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}
