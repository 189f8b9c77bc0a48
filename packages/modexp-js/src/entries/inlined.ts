/** Sessions on the modules inside the package, without `await`. */

import { Session } from "../api/context.js";
import { chooseTier } from "../api/tier.js";
import { compileNow } from "../wasm/compile.js";
import type { Tier } from "../wasm/features.js";
import { Machine } from "../wasm/instance.js";
import { moduleBytes } from "../wasm/modules.js";

/** A session on the tier that was asked for, or on the best one. */
export function open(tier?: Tier): Session {
  const chosen = chooseTier(tier);
  const forced = tier !== undefined;
  if (chosen === "js") return new Session("js", undefined, forced);
  try {
    return new Session(chosen, new Machine(compileNow(moduleBytes(chosen))), forced);
  } catch (error) {
    // a RangeError: older browsers do not compile a module of this size on the main thread
    if (forced || !(error instanceof RangeError)) throw error;
    return new Session("js", undefined, forced);
  }
}
