/** Compiles modules from any source. Only the files of this folder call `WebAssembly`. */
import { areGone } from "../limbs/bytes.js";
import { failure, typeError, withCode } from "../limbs/errors.js";
import type { WasmTier } from "./features.js";

/** A compiled module. */
export type WasmModule = WebAssembly.Module;

/**
 * One of the package's .wasm files: a `WebAssembly.Module`, its bytes, or a `Response` with them. The type also compiles in
 * projects with a `lib` without DOM.
 */
export type WasmSource = ModuleType | ArrayBuffer | ArrayBufferView | ResponseType;

/** `WebAssembly.Module`; an object where TypeScript does not know it. */
export type ModuleType = typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object;
/** `Response`; an object where TypeScript does not know it. */
export type ResponseType = typeof globalThis extends { Response: { prototype: infer R } } ? R : object;

/** Compiles bytes at once. @throws RangeError in older browsers, which compile no long module on the main thread. */
export function compileNow(bytes: BufferSource): WasmModule {
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw withCode(error, "MODEXP_ENGINE");
  }
}

/** The error for a .wasm file that is not where the bundle looks for it. */
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

/** Makes another module from the bytes of a file. */
export type Change = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;

/** Compiles the module of a response while it arrives, or after a change. */
export async function compileResponse(response: Response, change?: Change): Promise<WasmModule> {
  const type = response.headers.get("content-type");
  // a development server answers a missing file with its page
  if (!response.ok || type?.startsWith("text/html")) {
    throw missing(`${response.url} (${response.status}, ${type})`);
  }
  if (change) return compileBytes(await loaded(change(new Uint8Array(await loaded(response.arrayBuffer())))));
  // servers that do not know the type application/wasm get the slower way
  if (type !== "application/wasm") return compileBytes(await loaded(response.arrayBuffer()));
  return loaded(WebAssembly.compileStreaming(response));
}

/** Awaits a module or its bytes. A rejection becomes an error of loading. */
export async function loaded<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (error) {
    throw withCode(error, "MODEXP_LOAD");
  }
}

/**
 * Compiles the caller's source; undefined if its type is not supported. `obstacle` returns why this engine cannot run a tier.
 *
 * @throws TypeError if the bytes were taken away; Error if it is no module, or a file with instructions that this engine lacks.
 */
export async function compileSource(
  source: WasmSource,
  obstacle: (tier: WasmTier) => string | undefined,
): Promise<WasmModule | undefined> {
  if (typeof WebAssembly !== "object")
    throw failure("WebAssembly is missing in this engine; import modexp instead", "MODEXP_ENGINE");
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    const bytes = copyOf(source);
    return explained(compileBytes(bytes), async () => bytes, obstacle);
  }
  // last, since the first look at `Response` makes Node load its fetch, which takes 15 ms
  if (typeof Response === "function" && source instanceof Response) {
    const again = await loaded((async () => source.clone())());
    return explained(compileResponse(source), async () => new Uint8Array(await again.arrayBuffer()), obstacle);
  }
  return undefined;
}

/** The bytes of a source, which the caller may change while they are compiled. */
function copyOf(source: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  try {
    const view = ArrayBuffer.isView(source) ? source : new DataView(source);
    if (!areGone(view)) return new Uint8Array(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  } catch {
    // a transferred buffer allows no view
  }
  throw typeError("source must be the bytes of a .wasm file, got a buffer that is gone or has shrunk");
}

/** Awaits a compiled module. If compilation fails, the error names the instructions that this engine lacks. */
async function explained(
  module: Promise<WasmModule>,
  bytes: () => Promise<Uint8Array>,
  obstacle: (tier: WasmTier) => string | undefined,
): Promise<WasmModule> {
  try {
    return await module;
  } catch (error) {
    const tiers = tiersOf(await loaded(bytes()));
    const why = tiers.map(obstacle).find((each) => each !== undefined);
    if (why === undefined) throw error;
    const message = `this engine cannot run modexp-${tiers.join("-")}.wasm: ${why}; pass another of the package's files, or import modexp`;
    throw failure(message, "MODEXP_ENGINE", { cause: error });
  }
}

/** An export of each of the package's modules for numbers. */
const OURS = Uint8Array.from("context_pow", (character) => character.charCodeAt(0));
/** An instruction that only modules with the kernels of a tier have: f64x2.relaxed_madd, and i64.add128. */
const INSTRUCTIONS: readonly (readonly [WasmTier, Uint8Array])[] = [
  ["relaxed", Uint8Array.of(0xfd, 0x87, 0x02)],
  ["wide", Uint8Array.of(0xfc, 0x13)],
];

/** The tiers with kernels in one of the package's files; none for another file. */
function tiersOf(bytes: Uint8Array): WasmTier[] {
  if (!contains(bytes, OURS)) return [];
  const found = INSTRUCTIONS.filter(([, instruction]) => contains(bytes, instruction)).map(([tier]) => tier);
  return found.length > 0 ? found : ["simd"];
}

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  const [first = 0] = part;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, i) => bytes[at + i] === byte)) return true;
  }
  return false;
}
