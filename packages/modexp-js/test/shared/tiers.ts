/** The tiers of the engine that runs the tests, and the addon. */

import { supports, TIERS } from "../../src/api/tier.js";
import { createModexp, type Modexp, type Tier } from "../../src/index.js";
import { createNative, NATIVE } from "./native.js";

/** A new instance of a tier. */
export function fresh(tier: Tier): Modexp {
  return tier === "native" ? createNative().powers : createModexp({ tier });
}

/** A fresh instance of each tier that this engine can run. */
export const tiers: readonly { tier: Tier; api: Modexp }[] = [...NATIVE, ...TIERS.filter(supports)].map((tier) => ({
  tier,
  api: fresh(tier),
}));

/** Those that an entry of this package can choose: all but the addon. */
export const ownTiers = tiers.filter(({ tier }) => tier !== "native");
