// The curves and pairings of the benchmark, with the parameters that the package has. Each is made at its first use.
import { Curve as BinaryCurve } from "modexp/binary-curves";
import { Curve } from "modexp/curves";
import { Pairing } from "modexp/pairings";
import { Pairing as HistoricalPairing } from "modexp-historical";

const PRIME = [
  ...["secp160r1", "P-192", "P-224", "P-256", "P-384", "P-521", "secp256k1", "brainpoolP256r1"],
  ...["miracl-160", "miracl-192", "miracl-224", "miracl-256"],
];
const BINARY = ["B-163", "B-233", "B-283", "B-571", "K-163", "K-233", "K-283", "K-571"];

export const CURVE_NAMES = [...PRIME, ...BINARY];

export const MODERN_PAIRINGS = ["BLS12-381", "alt_bn128", "BN254N"];
const HISTORICAL_PAIRINGS = [
  ...["SSP-512", "SSP-1536", "CP-512", "MNT-160", "KSS18-511", "KSS18-508", "BLS24-629", "BLS24-509"],
  ...["SS2-379", "SS2-1223"],
];

export const PAIRING_NAMES = [...MODERN_PAIRINGS, ...HISTORICAL_PAIRINGS];

/** `make` with the results that it had. */
function remembered(make) {
  const made = new Map();
  return (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  };
}

/** A curve by its name: y² = x³ + a·x + b modulo p, or with `isBinary` y² + x·y = x³ + a·x² + b modulo the polynomial p. */
export const curveNamed = remembered((name) => {
  const isBinary = BINARY.includes(name);
  const curve = new (isBinary ? BinaryCurve : Curve)(name);
  const { p, a, b, order, g } = curve;
  return { name, isBinary, curve, p, a, b, order, g };
});

/** A pairing by its name: p, or the polynomial, the order of the groups, and the generators' coefficients. */
export const pairingNamed = remembered((name) => {
  const pairing = new (MODERN_PAIRINGS.includes(name) ? Pairing : HistoricalPairing)(name);
  const coefficients = ({ x, y }) => [x, y].flat();
  const { g1, g2, order } = pairing;
  return { name, pairing, p: g1.p, order, g1: coefficients(g1.g), g2: coefficients(g2.g) };
});
