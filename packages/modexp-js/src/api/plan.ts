/** The arguments of `plan`. */

import { typeError } from "../limbs/errors.js";
import { MAX_BITS } from "../limbs/length.js";
import { checkSize, ownOptions, show } from "./validate.js";

/** Bits of the longest exponent that `plan` takes. */
const MOST_EXPONENT_BITS = 2 ** 24;

/** Options of `plan`. */
export interface PlanOptions {
  /** True, the default, for the plan of `modPow`; false for the plan of `modPowVartime`. */
  readonly secret?: boolean;
  /** Bits of the modulus, 1 to 65,536; by default those of the exponent, within this range. */
  readonly modulusBits?: number;
}

/** The checked arguments of `plan`. */
export interface Planned {
  readonly exponentBits: number;
  readonly secret: boolean;
  readonly modulusBits: number;
}

export function checkPlan(exponentBits: number, options: PlanOptions | undefined): Planned {
  checkSize(exponentBits, "exponentBits", 0, MOST_EXPONENT_BITS);
  const { secret = true, modulusBits = Math.min(Math.max(exponentBits, 1), MAX_BITS) } = ownOptions(
    options,
    ["secret", "modulusBits"],
    "{ secret: true }",
  );
  if (typeof secret !== "boolean") throw typeError(`secret must be a boolean, got ${show(secret)}`);
  checkSize(modulusBits, "modulusBits", 1, MAX_BITS);
  return { exponentBits, secret, modulusBits };
}
