/** The curves over GF(2^m). */
import { type Names, nameOf } from "../api/names.js";
import { bitLength } from "../limbs/length.js";
import type { Kind } from "./parameters.js";
import { POLYNOMIALS } from "./points.js";

/**
 * The name of a curve over GF(2^m): the random curves B and Koblitz's curves K of FIPS 186-4,
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

const ALIASES: Readonly<Record<string, BinaryCurveName>> = {
  sect163r2: "B-163",
  sect233r1: "B-233",
  sect283r1: "B-283",
  sect571r1: "B-571",
  sect163k1: "K-163",
  sect233k1: "K-233",
  sect283k1: "K-283",
  sect571k1: "K-571",
};

/** The name of SEC 2 for such a curve. Letter case, spaces, `-` and `_` do not count at run time, in the names neither. */
export type BinaryCurveAlias = "sect163r2" | `sect${233 | 283 | 571}r1` | `sect${163 | 233 | 283 | 571}k1`;

/** All names of curves over GF(2^m). */
export const binaryCurveNames: readonly BinaryCurveName[] = [
  ...(["B-163", "B-233", "B-283", "B-571"] as const),
  ...(["K-163", "K-233", "K-283", "K-571", "miracl-k163"] as const),
];

const NAMES: Names<BinaryCurveName> = { kind: "curve", names: binaryCurveNames, aliases: ALIASES };

/**
 * Whether `Curve` takes this name.
 *
 * @example
 * isBinaryCurveName("sect283k1"); // true
 */
export function isBinaryCurveName(name: unknown): name is BinaryCurveName | BinaryCurveAlias {
  return nameOf(NAMES, name) !== undefined;
}

/** Curves over GF(2^m). */
export const BINARY: Kind<BinaryCurveName | BinaryCurveAlias> = {
  of: NAMES,
  form: POLYNOMIALS,
  isModulus: (p) => p >= 32n && bitLength(p) <= 576 && (p & 1n) === 1n,
  modulus: "an irreducible polynomial of three or five terms and prime degree from 5 to 575",
  regular: "b ≠ 0",
};
