/** Modules from whatever brings them: with the other files of this folder the only code that calls `WebAssembly`. */
import { failure, withCode } from "../limbs/errors.js";

/** A compiled module. */
export type WasmModule = WebAssembly.Module;

/**
 * One of the package's .wasm files: a `WebAssembly.Module`, its bytes, or a `Response` with them. Written so that projects compile
 * whose `lib` has no DOM, and with it no such types.
 */
export type WasmSource = ModuleType | ArrayBuffer | ArrayBufferView | ResponseType;

/** `WebAssembly.Module`; an object where TypeScript does not know it. */
export type ModuleType = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;
/** `Response`; an object where TypeScript does not know it. */
export type ResponseType = typeof globalThis extends { Response: { prototype: infer R } } ? R : object;

/** Compiles bytes at once. @throws RangeError in older browsers, which compile no long module on the main thread. */
export function compileNow(bytes: BufferSource): WasmModule {
  return new WebAssembly.Module(bytes);
}

/** What is thrown where a .wasm file is not where the bundle looks for it. */
export function missing(what: string, options?: ErrorOptions): Error {
  return failure(
    `${what} is not there: copy the folder node_modules/modexp/wasm to where the bundle looks for it, leave modexp out of the bundle (Vite: optimizeDeps.exclude), or import "modexp", which carries it inside`,
    "MODEXP_LOAD",
    options,
  );
}

/** Compiles bytes. */
export async function compileBytes(bytes: BufferSource): Promise<WasmModule> {
  return loaded(WebAssembly.compile(bytes));
}

/** Compiles the module that a response is, while it arrives. */
export async function compileResponse(response: Response): Promise<WasmModule> {
  const type = response.headers.get("content-type");
  // a development server answers with its page where there is no file
  if (!response.ok || type?.startsWith("text/html")) {
    throw missing(`${response.url} (${response.status}, ${type})`);
  }
  // servers that do not know the type application/wasm get the slower way
  if (type !== "application/wasm") return compileBytes(await response.arrayBuffer());
  return loaded(WebAssembly.compileStreaming(response));
}

/** A module on its way. What keeps it from being one is an error of loading. */
async function loaded(module: Promise<WasmModule>): Promise<WasmModule> {
  try {
    return await module;
  } catch (error) {
    throw withCode(error, "MODEXP_LOAD");
  }
}

/** Compiles what a caller brings; undefined if it is none of what it may be. */
export async function compileSource(source: WasmSource): Promise<WasmModule | undefined> {
  if (typeof WebAssembly !== "object") throw failure("WebAssembly is missing in this engine; import modexp instead", "MODEXP_ENGINE");
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return compileBytes(source as BufferSource);
  }
  // last, since the first look at `Response` makes Node load its fetch, which takes 15 ms
  if (typeof Response === "function" && source instanceof Response) return compileResponse(source);
  return undefined;
}
