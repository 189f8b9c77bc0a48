/**
 * The curves of `modexp/curves`; fetches one .wasm file instead of carrying two inside.
 * @module modexp/curves/async
 */
export type { Int } from "./api/validate.js";
export type { CurveBases as Bases } from "./curves/bases.js";
export type { Curves, CurvesOptions } from "./curves/bind.js";
export type { Curve, CurveConstructor, EncodeOptions } from "./curves/curve.js";
export type { CurveFixedBase as FixedBase, CurveFixedBaseOptions } from "./curves/fixed-base.js";
export { type CurveAlias, type CurveName, curveNames, isCurveName } from "./curves/names.js";
export type { CurveParameters } from "./curves/parameters.js";
export type { Point } from "./curves/points.js";
export type { CurveFixedBaseConstructor } from "./curves/saved-tables.js";
export { createCurves } from "./entries/curves/fetched.js";
export type { CurvesTier } from "./wasm/curves.js";
export type { WasmTier } from "./wasm/features.js";
