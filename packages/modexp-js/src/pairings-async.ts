/**
 * The pairings of `modexp/pairings`; fetches one .wasm file instead of carrying two inside.
 * @module modexp/pairings/async
 */
export type { Int } from "./api/validate.js";
export type { CurveBases as Bases } from "./curves/bases.js";
export type { Curve, EncodeOptions } from "./curves/curve.js";
export type { CurveFixedBase as FixedBase, CurveFixedBaseOptions } from "./curves/fixed-base.js";
export type { Point } from "./curves/points.js";
export type { CurveFixedBaseConstructor } from "./curves/saved-tables.js";
export { createPairings } from "./entries/pairings/fetched.js";
export type { Pairings, PairingsOptions } from "./pairings/bind.js";
export { isPairingName, type PairingAlias, type PairingName, pairingNames } from "./pairings/names.js";
export type { G2Point, Pairing, PairingConstructor, PreparedPoint } from "./pairings/pairing.js";
export type { Gt, GtElement, GtFixedBase, GtFixedBaseOptions } from "./pairings/values.js";
export type { WasmTier } from "./wasm/features.js";
export type { PairingsTier } from "./wasm/pairings.js";
