/** Contexts on the modules inside the package, without `await`. */

import { Context } from "../../api/context.js";
import { chooseTier } from "../../api/tier.js";
import type { Tier } from "../../wasm/features.js";
import { WasmInstance } from "../../wasm/instance.js";
import { INSIDE, moduleInside } from "../../wasm/modules.js";

/** A context on the tier that was asked for, or on the best one. */
export function open(tier?: Tier): Context {
  const forced = tier !== undefined;
  const chosen = chooseTier(tier, INSIDE);
  if (chosen === "js") return new Context("js", undefined, forced);
  try {
    return new Context(chosen, new WasmInstance(moduleInside(chosen)), forced);
  } catch (error) {
    // a RangeError: older browsers do not compile a module of this size on the main thread
    if (forced || !(error instanceof RangeError)) throw error;
    return new Context("js", undefined, forced);
  }
}
