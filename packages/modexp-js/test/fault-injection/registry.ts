/** Finalizers on demand: imported first, it replaces the engine's registry, and also forwards to it. */

let last: unknown;
const callbacks: ((held: unknown) => void)[] = [];

class Recorded<T> extends FinalizationRegistry<T> {
  constructor(callback: (held: T) => void) {
    super(callback);
    callbacks.push(callback as (held: unknown) => void);
  }

  override register(target: WeakKey, held: T, token?: WeakKey): void {
    last = held;
    super.register(target, held, token);
  }
}
globalThis.FinalizationRegistry = Recorded;

/** Does what the engine does after a collection. */
export function finalize(held: unknown): void {
  for (const callback of callbacks) callback(held);
}

/** The last registered value. */
finalize.last = (): unknown => last;
