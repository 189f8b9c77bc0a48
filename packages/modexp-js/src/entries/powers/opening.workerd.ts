/** Contexts in an edge worker: it compiles no bytes, but hands over a file of the package as a compiled module. */
import { Context } from "../../api/context.js";
import { show } from "../../api/validate.js";
import { typeError } from "../../limbs/errors.js";
import type { Given } from "../../wasm/carried.js";
import type { Tier } from "../../wasm/features.js";
import carried from "../../wasm/modexp.texts.js";
import { contextOn } from "./on-module.js";

// the cast: the build puts modules of the host in the place of texts
const [[, module]] = carried as unknown as Given<"relaxed">;

/** A context on the tier that was asked for, or on the best one. */
export function open(tier?: Tier): Context {
  if (tier === "relaxed") return contextOn(module, true);
  if (tier === "js") return onBigInt(true);
  if (tier !== undefined) throw typeError(`tier must be "relaxed" or "js" in an edge worker, got ${show(tier)}`);
  try {
    return contextOn(module, false);
  } catch {
    return onBigInt(false);
  }
}

function onBigInt(forced: boolean): Context {
  return new Context("js", undefined, forced);
}
