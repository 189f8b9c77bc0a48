/**
 * The pairings of MIRACL's benchmark program that nobody else uses; works at once, its WebAssembly is inside.
 * @module modexp-historical
 */
export type { Int } from "./api/validate.js";
export type { CurveBases as Bases } from "./curves/bases.js";
export type { CurvesOptions as PairingsOptions } from "./curves/bind.js";
export type { Curve, EncodeOptions } from "./curves/curve.js";
export type { CurveFixedBaseOptions } from "./curves/fixed-base.js";
export type { Point } from "./curves/points.js";
export type { CurveFixedBaseConstructor } from "./curves/saved-tables.js";
export { createPairings, FixedBase, Pairing } from "./entries/historical-pairings/carried.js";
export type { HistoricalPairings, Pairings } from "./pairings/bind.js";
export {
  type BrokenPairingName,
  type HistoricalPairingName,
  historicalPairingNames,
  isHistoricalPairingName,
  type WeakPairingName,
} from "./pairings/names.js";
export type { G2Point, HistoricalPairingConstructor, PreparedPoint } from "./pairings/pairing.js";
export type { Gt, GtElement, GtFixedBase, GtFixedBaseOptions } from "./pairings/values.js";
export type { CurvesTier } from "./wasm/curves.js";
export type { WasmTier } from "./wasm/features.js";
