/**
 * Multiplication of points on elliptic curves; works at once, its WebAssembly is inside.
 * @module modexp/curves
 */
export type { Int } from "./api/validate.js";
export type { CurveBases as Bases } from "./curves/bases.js";
export type { Curves, CurvesOptions } from "./curves/bind.js";
export type { CurveConstructor, EncodeOptions } from "./curves/curve.js";
export type { CurveFixedBaseOptions } from "./curves/fixed-base.js";
export { type CurveAlias, type CurveName, curveNames, isCurveName } from "./curves/names.js";
export type { CurveParameters } from "./curves/parameters.js";
export type { Point } from "./curves/points.js";
export type { CurveFixedBaseConstructor } from "./curves/saved-tables.js";
export { Curve, createCurves, FixedBase } from "./entries/curves/carried.js";
export type { CurvesTier } from "./wasm/curves.js";
export type { WasmTier } from "./wasm/features.js";
