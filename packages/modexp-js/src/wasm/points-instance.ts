/** Instances of the modules for points and pairings; their calls leave no secrets on the stack. */
import type { PointsWasm } from "./exports.js";
import { WasmInstance } from "./instance.js";
import type { StagingBuffer } from "./staging-buffer.js";

/** Where the stack that the compiler makes in WebAssembly's memory begins; it grows down to 0. The linker puts it first. */
const STACK_TOP = 1 << 20;

/** How deep calls go, at most, by an export of the module: of pairings of today, of historical ones, and of curves. */
const DEPTHS = [
  ["groups_precompile", 1 << 16],
  ["groups_named", 1 << 18],
  ["context_msm", 1 << 14],
] as const;

/** An instance. It zeroes the used part of its stack after each call: coordinates and digits of scalars are there. */
export class PointsInstance<W extends PointsWasm> extends WasmInstance<W> {
  /** Makes the type nominal: any other instance would leave secrets behind. */
  declare protected readonly zeroes: true;

  override run<T>(call: (wasm: W, staging: StagingBuffer) => T): T {
    return super.run((wasm, staging) => {
      try {
        return call(wasm, staging);
      } finally {
        // nothing runs in the instance now, so that all of its stack is free
        const depth = DEPTHS.find(([name]) => name in wasm)?.[1] ?? 0;
        // machine code has the stack of the thread, as in Rust
        if (!("start" in wasm.memory)) new Uint8Array(wasm.memory.buffer, STACK_TOP - depth, depth).fill(0);
      }
    });
  }
}
