/** When the memory of an object in WebAssembly is given back. */
import { failure } from "../limbs/errors.js";

/** What lets `using` take an object, where TypeScript knows `Symbol.dispose`. */
export type Using = SymbolConstructor extends { readonly dispose: infer S }
  ? S extends symbol
    ? { [K in S]: () => void }
    : object
  : object;

/** `Symbol.dispose`, also where the engine does not know it yet. */
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Memory that is not freed by the garbage collector. */
export interface Memory {
  free(): void;
}

/** Older edge workers and Hermes have none: only `dispose()` frees there. */
const registry =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<Memory>((memory) => memory.free()) : undefined;

/** The base of what is used until `dispose()` or the end of a `using` block. */
export const Disposing = class {
  dispose(): void {}

  [dispose](): void {
    this.dispose();
  }
} as unknown as abstract new () => Using & { dispose(): void };

/** Something that is used until `dispose()` or the end of a `using` block; its memory is freed then, or on collection. */
export abstract class Disposable<T> extends Disposing {
  readonly #name: string;
  #content: T | undefined;
  #memory: Memory | undefined;

  /** @internal `name` is the class, for the message after the end. */
  constructor(name: string, content: T) {
    super();
    this.#name = name;
    this.#content = content;
  }

  /** @internal What is used, until it is disposed of. */
  protected get live(): T {
    if (this.#content === undefined)
      throw failure(`this ${this.#name} was disposed of; make a new one`, "MODEXP_DISPOSED");
    return this.#content;
  }

  /** @internal Takes over memory: it is freed with this object. */
  protected own<M extends Memory>(memory: M): M {
    this.#memory = memory;
    registry?.register(this, memory, this);
    return memory;
  }

  /** Frees the memory and zeroes it. Every later call is an Error. */
  override dispose(): void {
    this.#content = undefined;
    if (this.#memory === undefined) return;
    registry?.unregister(this);
    this.#memory.free();
    this.#memory = undefined;
  }
}
