/** The exports of the modules, and their instances. */
import type { InitOutput as BinaryCurvesOutput } from "../../wasm/binary-curves-simd/modexp_wasm.js";
import type { InitOutput as CurvesOutput } from "../../wasm/curves-simd/modexp_wasm.js";
import type { InitOutput as PairingsOutput } from "../../wasm/pairings-relaxed/modexp_wasm.js";
import type { InitOutput } from "../../wasm/relaxed/modexp_wasm.js";
import type { WasmModule } from "./compile.js";

/**
 * The exports of the modules, as wasm-bindgen declares them. The documentation of `crates/modexp-wasm` states their
 * arguments. Pointers, counts and truth values are numbers, 64-bit words bigints. All tiers export the same.
 */
export type Wasm = InitOutput;

/** The exports of the modules for curves: also those of the modules for curves over GF(2^m). */
export type CurvesWasm = Pick<CurvesOutput, keyof CurvesOutput & keyof BinaryCurvesOutput>;

/** The exports of the modules for pairings. */
export type PairingsWasm = PairingsOutput;

/** The common exports of the modules for curves and for pairings. */
export type PointsWasm = Pick<CurvesWasm, keyof CurvesWasm & keyof PairingsWasm>;

/** The common exports of all modules. */
export type Staged = Pick<Wasm & CurvesWasm, "stagingbuffer_new" | "stagingbuffer_reserve"> & {
  readonly memory: StagingMemory;
};

/** The memory of a module; in machine code, the staging buffer alone. */
export interface StagingMemory {
  readonly buffer: ArrayBuffer;
  /** The address where it starts; 0 in WebAssembly. */
  readonly start?: number;
}

/** Where a module of machine code is: its name, in the addon of a file. */
export interface NativePlace {
  readonly addon: string;
  readonly name: string;
}

/** A module of machine code. Its exports have the names and arguments of those in WebAssembly. */
export interface NativeModule extends NativePlace {
  instantiate(): object;
}

/** A module of either kind. */
export type Module = WasmModule | NativeModule;

/** A module as a message to a thread, which has functions of its own. */
export type SentModule = WasmModule | NativePlace;

/** The message with a module. */
export function toMessage(module: Module): SentModule {
  return "instantiate" in module ? { addon: module.addon, name: module.name } : module;
}

/** Whether a module is one of the package's. */
export function isOurs(module: WasmModule): boolean {
  try {
    return WebAssembly.Module.exports(module).some(({ name }) => name === "context_pow");
  } catch {
    // a proxy of a module is none
    return false;
  }
}

/** A new instance with its own memory. */
export function instantiate<W extends Staged>(module: Module): W {
  // the cast: an addon of this version exports it
  if ("instantiate" in module) return module.instantiate() as W;
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
  return new WebAssembly.Instance(module, imports).exports as unknown as W;
}

/** Whether `error` means that a call into WebAssembly ended in a trap. */
export function isTrap(error: unknown): boolean {
  return typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;
}

/** Whether `error` means that a call into machine code ended in a panic. */
export function isPanic(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "GenericFailure";
}
