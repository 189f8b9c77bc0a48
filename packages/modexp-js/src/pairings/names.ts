/** The pairings that have a name. */
import { type Names, nameOf } from "../api/names.js";

/**
 * The name of a pairing. alt_bn128, which others call BN254, and MIRACL's BN254N have about 100 bits of security,
 * BLS12-381 about 120.
 */
export type PairingName = "BLS12-381" | "alt_bn128" | "BN254N";

// bn256 is no alias: in Go's x/crypto it is a curve of its own, in go-ethereum alt_bn128
const ALIASES: Readonly<Record<string, PairingName>> = {
  bn254: "alt_bn128",
  bn128: "alt_bn128",
  altbn254: "alt_bn128",
};

/**
 * A name that other programs use. BN254 means Ethereum's alt_bn128, as in gnark and arkworks; MIRACL Core means BN254N. Letter case, spaces,
 * `-` and `_` do not count at run time, in the names neither.
 */
export type PairingAlias = "BN254" | "bn254" | "bn128" | "altbn254" | "bls12381" | "BLS12_381";

/** All names of pairings. */
export const pairingNames: readonly PairingName[] = ["BLS12-381", "alt_bn128", "BN254N"];

export const PAIRING_NAMES: Names<PairingName> = { kind: "pairing", names: pairingNames, aliases: ALIASES };

/**
 * Whether `Pairing` takes this name.
 *
 * @example
 * isPairingName("BN254"); // true
 */
export function isPairingName(name: unknown): name is PairingName | PairingAlias {
  return nameOf(PAIRING_NAMES, name) !== undefined;
}

/** The name of a pairing that gives 80 bits of security, only for old data. */
export type WeakPairingName = "SSP-512" | "CP-512" | "MNT-160";

/** The name of a pairing η_T over GF(2^m), broken (Granger, Kleinjung and Zumbrägel, 2014/119), only for old data. */
export type BrokenPairingName = "SS2-379" | "SS2-1223";

/**
 * The name of a pairing of MIRACL's benchmark program, which nobody else uses, or of RELIC's KSS18-508 and BLS24-509. SSP-512, CP-512
 * and MNT-160 have 80 bits of security, SSP-1536 has 128, KSS18-508 about 160, BLS24-509 about 192; KSS18-511 was made for 192 and
 * BLS24-629 for 256; SS2-379 and SS2-1223 are broken.
 */
export type HistoricalPairingName =
  | WeakPairingName
  | BrokenPairingName
  | "SSP-1536"
  | "KSS18-511"
  | "KSS18-508"
  | "BLS24-629"
  | "BLS24-509";

/** All names of historical pairings. */
export const historicalPairingNames: readonly HistoricalPairingName[] = [
  ...(["SSP-512", "SSP-1536", "CP-512", "MNT-160", "KSS18-511", "KSS18-508", "BLS24-629", "BLS24-509"] as const),
  ...(["SS2-379", "SS2-1223"] as const),
];

export const HISTORICAL_PAIRING_NAMES: Names<HistoricalPairingName> = {
  kind: "historical pairing",
  names: historicalPairingNames,
  aliases: {},
};

/**
 * Whether `Pairing` of `modexp-historical` takes this name. Letter case, spaces, `-` and `_` do not count at run time.
 */
export function isHistoricalPairingName(name: unknown): name is HistoricalPairingName {
  return nameOf(HISTORICAL_PAIRING_NAMES, name) !== undefined;
}
