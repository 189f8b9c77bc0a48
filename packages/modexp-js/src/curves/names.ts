/** The curves that have a name. */
import { type Names, nameOf } from "../api/names.js";

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

const ALIASES: Readonly<Record<string, CurveName>> = {
  secp192r1: "P-192",
  prime192v1: "P-192",
  secp224r1: "P-224",
  secp256r1: "P-256",
  prime256v1: "P-256",
  secp384r1: "P-384",
  secp521r1: "P-521",
  p256k: "secp256k1",
  k256: "secp256k1",
};

/**
 * A name that other programs use: of SEC 2, ANSI X9.62, NIST, JOSE (P-256K) and RustCrypto (k256). Letter case, spaces, `-` and `_` do not
 * count at run time, in the names neither.
 */
export type CurveAlias =
  | `${"p" | "NIST P-"}${192 | 224 | 256 | 384 | 521}`
  | `secp${192 | 224 | 256 | 384 | 521}r1`
  | `prime${192 | 256}v1`
  | "P-256K"
  | "k256";

/** All names of curves. */
export const curveNames: readonly CurveName[] = [
  ...(["P-192", "P-224", "P-256", "P-384", "P-521"] as const),
  ...(["secp160r1", "secp256k1", "brainpoolP256r1"] as const),
  ...(["miracl-160", "miracl-192", "miracl-224", "miracl-256"] as const),
];

export const CURVE_NAMES: Names<CurveName> = { kind: "curve", names: curveNames, aliases: ALIASES };

/**
 * Whether `Curve` takes this name.
 *
 * @example
 * isCurveName("prime256v1"); // true
 * isCurveName("P-255"); // false
 */
export function isCurveName(name: unknown): name is CurveName | CurveAlias {
  return nameOf(CURVE_NAMES, name) !== undefined;
}
