/** The EIPs on precompiled contracts that are in force, by fork or by a list. */

import { type Names, nameOf, toName } from "../api/names.js";
import { show, toList } from "../api/validate.js";
import { rangeError } from "../limbs/errors.js";

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

const ALIASES: Readonly<Record<string, EarlierFork | Fork>> = {
  eip150: "tangerineWhistle",
  eip158: "spuriousDragon",
  constantinoplefix: "petersburg",
  merge: "paris",
  dencun: "cancun",
  pectra: "prague",
  fusaka: "osaka",
};

/**
 * A name that other programs use for a fork with contracts. Letter case, spaces, `-` and `_` do not count at run time, in the names
 * neither.
 */
export type ForkAlias = Capitalize<Fork> | "ConstantinopleFix" | "merge" | "Merge" | "dencun" | "pectra" | "fusaka";

const FORKS = Object.keys(NEW_IN) as (EarlierFork | Fork)[];
const EIPS = Object.values(NEW_IN).flat();

const NAMES: Names<EarlierFork | Fork> = { kind: "fork", names: FORKS, aliases: ALIASES };

/** All forks that have precompiled contracts of this package, in the order of their blocks. */
export const forks: readonly Fork[] = FORKS.slice(FORKS.indexOf("byzantium")) as Fork[];

/**
 * Whether the calls take this name of a fork that has contracts.
 *
 * @example
 * isFork("Osaka"); // true
 * isFork("homestead"); // false
 */
export function isFork(name: unknown): name is Fork | ForkAlias {
  return forks.some((fork) => fork === nameOf(NAMES, name));
}

/** The EIPs in force in `fork`. @throws TypeError if this version knows no fork of that name. */
export function eipsOf(fork: EarlierFork | Fork | ForkAlias): ReadonlySet<Eip> {
  const until = FORKS.indexOf(toName(NAMES, fork, "; for later forks update modexp"));
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
