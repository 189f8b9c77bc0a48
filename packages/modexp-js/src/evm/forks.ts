/** The EIPs on precompiled contracts that are in force, by fork or by a list. */

import { show, toList } from "../api/validate.js";
import { rangeError, unknownName } from "../limbs/errors.js";

/** The forks of mainnet that have precompiled contracts of this package, by the names of Ethereum's specification and of ethereumjs. */
export type Fork =
  | "byzantium"
  | "constantinople"
  | "petersburg"
  | "istanbul"
  | "muirGlacier"
  | "berlin"
  | "london"
  | "arrowGlacier"
  | "grayGlacier"
  | "mergeNetsplitBlock"
  | "paris"
  | "shanghai"
  | "cancun"
  | "prague"
  | "osaka"
  | "bpo1"
  | "bpo2"
  | "bpo3"
  | "bpo4"
  | "bpo5"
  | "amsterdam";

/** The forks before these, by the same names. */
export type EarlierFork = "chainstart" | "frontier" | "homestead" | "dao" | "tangerineWhistle" | "spuriousDragon";

/** The EIPs that bring these contracts, or change what they cost or take. */
export type Eip = 196 | 197 | 198 | 1108 | 2537 | 2565 | 4844 | 7823 | 7883 | 7951;

/** The EIPs that came with each fork, in the order of their blocks. */
const NEW_IN: Readonly<Record<EarlierFork | Fork, readonly Eip[]>> = {
  chainstart: [],
  frontier: [],
  homestead: [],
  dao: [],
  tangerineWhistle: [],
  spuriousDragon: [],
  byzantium: [196, 197, 198],
  constantinople: [],
  petersburg: [],
  istanbul: [1108],
  muirGlacier: [],
  berlin: [2565],
  london: [],
  arrowGlacier: [],
  grayGlacier: [],
  mergeNetsplitBlock: [],
  paris: [],
  shanghai: [],
  cancun: [4844],
  prague: [2537],
  osaka: [7823, 7883, 7951],
  // these change how many blobs a block may have
  bpo1: [],
  bpo2: [],
  bpo3: [],
  bpo4: [],
  bpo5: [],
  amsterdam: [],
};

const FORKS = Object.keys(NEW_IN);
const EIPS = Object.values(NEW_IN).flat();

/** The forks with contracts, as errors list them. */
const WITH_CONTRACTS = FORKS.slice(FORKS.indexOf("byzantium"));

/** The EIPs in force in `fork`. @throws TypeError if this version knows no fork of that name. */
export function eipsOf(fork: EarlierFork | Fork): ReadonlySet<Eip> {
  if (typeof fork !== "string" || !Object.hasOwn(NEW_IN, fork)) {
    throw unknownName(
      `fork must be one of ${WITH_CONTRACTS.map(show).join(", ")}, got ${show(fork)}; for later forks update modexp`,
    );
  }
  const until = FORKS.indexOf(fork);
  return new Set(
    Object.values(NEW_IN)
      .slice(0, until + 1)
      .flat(),
  );
}

/** The EIPs of a list. @throws TypeError if it is no list; RangeError if this version does not know one of them. */
export function toEips(eips: readonly Eip[]): Eip[] {
  return toList(eips, "eips", "an array of numbers, such as [2537]", (eip, item) => {
    if (EIPS.includes(eip)) return eip;
    throw rangeError(`${item} must be one of ${EIPS.join(", ")}, got ${show(eip)}; for later ones update modexp`);
  });
}
