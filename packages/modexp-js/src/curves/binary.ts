/** The curves over GF(2^m). */
import { bitLength } from "../limbs/bit-length.js";
import type { Kind } from "./parameters.js";
import { POLYNOMIALS } from "./points.js";

/**
 * The name of a curve over GF(2^m): the random curves B and Koblitz's curves K of FIPS 186-4 (sect163r2, sect163k1 and so on in SEC 2),
 * and K-163 with the generator of MIRACL's benchmark. Use those of 163 bits only for old data: they give 80 bits of security.
 */
export type BinaryCurveName =
  | "B-163"
  | "B-233"
  | "B-283"
  | "B-571"
  | "K-163"
  | "K-233"
  | "K-283"
  | "K-571"
  | "miracl-k163";

/** All names of curves over GF(2^m). */
export const BINARY_CURVE_NAMES: readonly BinaryCurveName[] = [
  ...(["B-163", "B-233", "B-283", "B-571"] as const),
  ...(["K-163", "K-233", "K-283", "K-571", "miracl-k163"] as const),
];

/** Curves over GF(2^m). */
export const BINARY: Kind<BinaryCurveName> = {
  names: BINARY_CURVE_NAMES,
  form: POLYNOMIALS,
  isModulus: (p) => p >= 32n && bitLength(p) <= 576 && (p & 1n) === 1n,
  modulus: "an irreducible polynomial of three or five terms and prime degree from 5 to 575",
  regular: "b ≠ 0",
};
