/// <reference lib="esnext.disposable" preserve="true" />
/** When the memory of an object in WebAssembly is given back. */

/** `Symbol.dispose`, also where the engine does not know it yet. */
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

const registry = new FinalizationRegistry<{ free(): void }>((memory) => memory.free());

/** Frees `memory` when `owner` is collected. */
export function freeWith(owner: object, memory: { free(): void }): void {
  registry.register(owner, memory, owner);
}

/** Takes `freeWith` back. */
export function keep(owner: object): void {
  registry.unregister(owner);
}
