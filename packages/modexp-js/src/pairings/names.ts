/** The pairings that have a name. */

/**
 * The name of a pairing. alt_bn128, which others call BN254 or bn256, and MIRACL's BN254N have about 100 bits of security,
 * BLS12-381 about 120.
 */
export type PairingName = "BLS12-381" | "alt_bn128" | "BN254N";

/** All of them. */
export const PAIRING_NAMES: readonly PairingName[] = ["BLS12-381", "alt_bn128", "BN254N"];
