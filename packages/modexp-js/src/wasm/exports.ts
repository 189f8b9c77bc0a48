/** What the modules export, and how a module becomes an instance. */
import type { WasmModule } from "./compile.js";

/** The exports of the modules. Pointers and counts are numbers, 64-bit words bigints; the first two arguments mostly pointers. */
export interface Wasm {
  readonly memory: WebAssembly.Memory;
  stage_new(): number;
  stage_reserve(stage: number, words: number): number;
  context_prepare(stage: number, words: number): number;
  context_pow(context: number, stage: number, base: number, exponent: number, bits: number): void;
  context_pow_vartime(context: number, stage: number, base: number, exponent: number): void;
  context_pow_many(context: number, stage: number, count: number, base: number, exponent: number): void;
  context_pow_product(
    context: number,
    stage: number,
    count: number,
    base: number,
    bits: number,
    vartime: boolean,
  ): void;
  context_pow_each(
    context: number,
    stage: number,
    base: number,
    count: number,
    exponent: number,
    vartime: boolean,
  ): void;
  context_square_repeated(context: number, stage: number, words: number, count: bigint): void;
  context_inverse(context: number, stage: number, words: number): number;
  context_inverse_many(context: number, stage: number, count: number, words: number): number;
  context_plan(context: number, stage: number, exponent: number, bits: number): void;
  context_fixed_base(context: number, stage: number, base: number, bits: number, bytes: number): number;
  tables_load(stage: number, bytes: number): number;
  tables_save(tables: number, stage: number): number;
  tables_bytes(tables: number): number;
  tables_pow(tables: number, stage: number, exponent: number): number;
  tables_pow_vartime(tables: number, stage: number, exponent: number): number;
  tables_pow_many(tables: number, stage: number, count: number, exponent: number): number;
  primes_prepare(stage: number, count: number, words: number): number;
  primes_pow(primes: number, stage: number, base: number, exponent: number): number;
  primes_private_key_op(primes: number, stage: number, base: number, exponent: number): number;
  primes_private_key_op_blinded(primes: number, stage: number, c: number, d: number, random: number): number;
  kernel(stage: number, bits: number): number;
  __wbg_context_free(context: number, unused: number): void;
  __wbg_tables_free(tables: number, unused: number): void;
  __wbg_primes_free(primes: number, unused: number): void;
}

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
