/** Contexts on the modules inside the package, without `await`. */

import { Context } from "../../api/context.js";
import { chooseTier, giveUp, powersModule } from "../../api/tier.js";
import type { PowersModule, Tier } from "../../wasm/features.js";
import { WasmInstance } from "../../wasm/instance.js";
import { INSIDE, moduleInside } from "../../wasm/modules.js";
import { multipliesRightly } from "../../wasm/self-test.js";

/** A context on the tier that was asked for, or on the best one that computes rightly. */
export function open(tier?: Tier): Context {
  const forced = tier !== undefined;
  for (;;) {
    const chosen = chooseTier(tier, INSIDE);
    const module = powersModule(chosen, INSIDE);
    const instance = module === "js" ? undefined : instanceOf(module, forced);
    if (instance === undefined) return new Context("js", undefined, forced);
    if (chosen === "native" || multipliesRightly(instance)) return new Context(chosen, instance, forced);
    giveUp(module);
  }
}

/** An instance of a module inside; undefined in older browsers, which compile no module of this size on the main thread. */
function instanceOf(module: PowersModule | "native", forced: boolean): WasmInstance | undefined {
  try {
    return new WasmInstance(moduleInside(module));
  } catch (error) {
    if (forced || !(error instanceof RangeError)) throw error;
    return undefined;
  }
}
