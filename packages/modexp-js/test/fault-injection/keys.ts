/** Private keys that are damaged before the package gets them, on every tier of the engine. */
import { supports, TIERS } from "../../src/api/tier.js";
import { createModexp } from "../../src/index.js";
import { checkDamagedKeys } from "../shared/damaged-keys.js";
import { type Fault, must, TIER } from "./kit.js";

/** Every bit of each number, or a sample of bits, and primes replaced by other primes. */
export const keys = (full: boolean): Fault[] =>
  TIERS.filter(supports).map((tier) => ({
    name: `damaged keys on ${tier}`,
    work: () => must(checkDamagedKeys(createModexp({ tier }), full ? 1 : 16, full ? 20 : 3) > 500, "too few keys"),
  }));

/** An undetectable fault: one prime is replaced by another, in a call without any other number of the key. */
export const undetected: Fault = {
  name: "a damaged key gives a power away",
  work: () => void checkDamagedKeys(createModexp({ tier: TIER }), 16, 3, true),
};
