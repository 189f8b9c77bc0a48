/** Helpers for fault injection: ways to break things, and checks of the state afterwards. */

import { Context } from "../../src/api/context.js";
import { bind } from "../../src/api/modexp.js";
import { supports, TIERS } from "../../src/api/tier.js";
import type { Modexp } from "../../src/index.js";
import type { WasmTier } from "../../src/wasm/features.js";
import { WasmInstance } from "../../src/wasm/instance.js";
import { moduleBytes } from "../../src/wasm/modules.js";

/** A fault: `work` injects it, and rejects unless a typed error or the right answer follows, and right answers after that. */
export interface Fault {
  readonly name: string;
  readonly work: () => void | Promise<void>;
}

/** The best tier of this engine with WebAssembly memory, which can run out. */
export const TIER = TIERS.find(supports) as WasmTier;

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** The call must throw or reject with an error of this kind, with these words in its message. */
export async function fails(call: () => unknown, kind: abstract new () => unknown, words: string): Promise<void> {
  let error: unknown;
  try {
    await call();
  } catch (thrown) {
    error = thrown;
    must(error instanceof kind, `${kind.name} expected, got ${String(error)}`);
    must(String((error as Error).message).includes(words), `"${words}" expected, got ${String(error)}`);
  }
  must(error !== undefined, `${kind.name} expected, but nothing was thrown`);
}

/** A fresh instance of the module, or of a changed one. */
export function instance(change: (module: Uint8Array) => Uint8Array<ArrayBuffer> = (module) => new Uint8Array(module)) {
  const context = new Context(TIER, new WasmInstance(new WebAssembly.Module(change(moduleBytes(TIER)))), true);
  return bind(() => context);
}

export type Exports = Record<string, (...args: unknown[]) => unknown> & { readonly memory: WebAssembly.Memory };

/** While `work` runs, `wrap` replaces the exports of every new instance of the package. */
export async function withExports(wrap: (exports: Exports) => Exports, work: () => unknown): Promise<void> {
  const { Instance } = WebAssembly;
  function Wrapped(module: WebAssembly.Module, imports: WebAssembly.Imports) {
    const { exports } = new Instance(module, imports);
    return { exports: "context_pow" in exports ? wrap(exports as Exports) : exports };
  }
  await patched(WebAssembly, "Instance", Wrapped, work);
}

/** While `work` runs, a property has a different value; undefined removes it. */
export async function patched(target: object, name: string, value: unknown, work: () => unknown): Promise<void> {
  const old = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  try {
    await work();
  } finally {
    if (old === undefined) delete (target as Record<string, unknown>)[name];
    else Object.defineProperty(target, name, old);
  }
}

/** () → unreachable */
const TRAP = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0, 10, 5, 1, 3, 0, 0, 0x0b],
);

/** A real trap of the engine. */
export function trap(): never {
  (new WebAssembly.Instance(new WebAssembly.Module(TRAP)).exports.f as () => void)();
  throw new Error("this module must trap");
}

/** The module with a maximum of `pages` pages in its memory section; the section is `05 size 01 00 minimum`. */
export function limitMemory(module: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  const { at, end, content } = memorySection(module);
  const leb = (x: number): number[] => (x < 128 ? [x] : [(x & 127) | 128, ...leb(x >> 7)]);
  const section = [1, 1, ...content.subarray(2), ...leb(pages)];
  const limited = new Uint8Array(at + 2 + section.length + module.length - end);
  limited.set(module.subarray(0, at));
  limited.set([5, section.length, ...section], at);
  limited.set(module.subarray(end), at + 2 + section.length);
  return limited;
}

/** The initial pages of a module. */
export function initialPages(module: Uint8Array): number {
  const [, , ...minimum] = memorySection(module).content;
  return minimum.reduceRight((x, byte) => x * 128 + (byte & 127), 0);
}

function memorySection(module: Uint8Array): { at: number; end: number; content: Uint8Array } {
  for (let at = 8; ; ) {
    let size = 0;
    let start = at + 1;
    for (let shift = 0; ; shift += 7) {
      const byte = module[start++] ?? 0;
      size |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (module[at] === 5) return { at, end: start + size, content: module.subarray(start, start + size) };
    at = start + size;
  }
}

/** A built entry, evaluated again with all that it imports, also the detection of the engine's features. */
export async function fresh(dist: string, entry: string): Promise<Modexp & Record<string, unknown>> {
  evaluations++;
  return import(/* @vite-ignore */ `${dist}test/${entry}.mjs?fault=${evaluations}`);
}
let evaluations = 0;
