/** The tiers of the engine that runs the tests, and the addon. */

import { supports, TIERS } from "../../src/api/tier.js";
import { createModexp, type Modexp, type Tier } from "../../src/index.js";
import { createNative, NATIVE } from "./native.js";

/** A fresh instance of each tier that this engine can run. */
export const tiers: readonly { tier: Tier; api: Modexp }[] = [
  ...NATIVE.map((tier) => ({ tier, api: createNative().powers })),
  ...TIERS.filter(supports).map((tier) => ({ tier, api: createModexp({ tier }) })),
];
