/** Objects that own memory in WebAssembly, and when they free it. */
import { failure } from "../limbs/errors.js";

/** An object that `using` takes, if TypeScript knows `Symbol.dispose`. */
export type Using = SymbolConstructor extends { readonly dispose: infer S }
  ? S extends symbol
    ? { [K in S]: () => void }
    : object
  : object;

/** `Symbol.dispose`, or a symbol of this name for engines without it. */
export const dispose: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Memory that the garbage collector does not free. */
export interface Memory {
  free(): void;
}

/** Frees collected objects. Older edge workers and Hermes have no registry: there only `dispose()` frees. */
const registry =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<Memory>((memory) => memory.free()) : undefined;

/** The base class of objects that are used until `dispose()` or the end of a `using` block. */
export const Disposing = class {
  dispose(): void {}

  [dispose](): void {
    this.dispose();
  }
} as unknown as abstract new () => Using & { dispose(): void };

/** An object that is used until `dispose()` or the end of a `using` block. Its memory is freed then, or on collection. */
export abstract class Disposable<T> extends Disposing {
  readonly #name: string;
  #content: T | undefined;
  #memory: Memory | undefined;

  /** @internal `name` is the class, for the error after disposal. */
  constructor(name: string, content: T) {
    super();
    this.#name = name;
    this.#content = content;
  }

  /** @internal The content. @throws Error after disposal. */
  protected get live(): T {
    if (this.#content === undefined)
      throw failure(`this ${this.#name} was disposed of; make a new one`, "MODEXP_DISPOSED");
    return this.#content;
  }

  /** @internal Takes ownership of memory: it is freed with this object. */
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
