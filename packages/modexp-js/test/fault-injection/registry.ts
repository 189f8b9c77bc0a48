/** Finalizers at will: imported first, it stands in the place of the engine's registry, and does what that does too. */

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

/** What the engine does when something was collected. */
export function finalize(held: unknown): void {
  for (const callback of callbacks) callback(held);
}

/** What was registered last. */
finalize.last = (): unknown => last;
