/**
 * Pairings of points on elliptic curves; works at once, its WebAssembly is inside.
 * @module modexp/pairings
 */
export type { Int } from "./api/validate.js";
export type { CurveBases as Bases } from "./curves/bases.js";
export type { Curve, EncodeOptions } from "./curves/curve.js";
export type { CurveFixedBaseOptions } from "./curves/fixed-base.js";
export type { Point } from "./curves/points.js";
export type { CurveFixedBaseConstructor } from "./curves/saved-tables.js";
export { createPairings, FixedBase, Pairing } from "./entries/pairings/carried.js";
export type { Pairings, PairingsOptions } from "./pairings/bind.js";
export { isPairingName, type PairingAlias, type PairingName, pairingNames } from "./pairings/names.js";
export type { G2Point, PairingConstructor, PreparedPoint } from "./pairings/pairing.js";
export type { Gt, GtElement, GtFixedBase, GtFixedBaseOptions } from "./pairings/values.js";
export type { WasmTier } from "./wasm/features.js";
export type { PairingsTier } from "./wasm/pairings.js";
