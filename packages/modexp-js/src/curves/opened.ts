/** The instance of an entry, and the next tier's where the engine computes wrongly. */
import { giveUp, obstacle, supports } from "../api/tier.js";
import { show } from "../api/validate.js";
import { failure } from "../limbs/errors.js";
import type { Tier } from "../wasm/features.js";

/** An instance and its tier. */
export interface OpenedInstance<I, T> {
  readonly instance: I;
  readonly tier: T;
}

/** The API on an instance that is opened now, so that an error is thrown here. */
export function openedNow<A extends { tier(): unknown }>(api: A): A {
  api.tier();
  return api;
}

/** An object with curves. Their generators show whether the instance computes. */
interface Generated {
  hasRightGenerators(): boolean;
  free(): void;
}

/** An instance that is opened at first use. */
export class OpenedAtUse<I, T extends Tier> {
  readonly #open: () => OpenedInstance<I, T>;
  #opened: OpenedInstance<I, T> | undefined;

  /** `open` returns the fastest instance that it can, or throws. */
  constructor(open: () => OpenedInstance<I, T>) {
    this.#open = open;
  }

  get(): OpenedInstance<I, T> {
    if (this.#opened === undefined || !supports(this.#opened.tier)) this.#opened = this.#open();
    return this.#opened;
  }

  /**
   * Calls `make` with the instance. If the generators are not on their curves there, the engine computes wrongly, and the next tier takes
   * over.
   *
   * @throws Error if there is no other tier.
   */
  make<C extends Generated>(make: (instance: I) => C): C {
    for (;;) {
      const { instance, tier } = this.get();
      const made = make(instance);
      if (made.hasRightGenerators()) return made;
      made.free();
      giveUp(tier);
      if (this.get().tier === tier) {
        const message = `this engine cannot run tier ${show(tier)}: ${obstacle(tier)}; pass another tier`;
        throw failure(message, "MODEXP_ENGINE");
      }
    }
  }
}
