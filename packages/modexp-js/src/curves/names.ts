/** The curves that have a name. */

/**
 * The name of a curve. Use secp160r1, P-192, miracl-160 and miracl-192 only for old data: they give 80 or 96 bits of
 * security. The curves of MIRACL are those of its benchmark program.
 */
export type CurveName =
  | "P-192"
  | "P-224"
  | "P-256"
  | "P-384"
  | "P-521"
  | "secp160r1"
  | "secp256k1"
  | "brainpoolP256r1"
  | "miracl-160"
  | "miracl-192"
  | "miracl-224"
  | "miracl-256";

/** All names of curves. */
export const CURVE_NAMES: readonly CurveName[] = [
  ...(["P-192", "P-224", "P-256", "P-384", "P-521"] as const),
  ...(["secp160r1", "secp256k1", "brainpoolP256r1"] as const),
  ...(["miracl-160", "miracl-192", "miracl-224", "miracl-256"] as const),
];
