/**
 * The curves of `modexp/binary-curves`; fetches the .wasm file instead of carrying it inside.
 * @module modexp/binary-curves/async
 */
export type { Int } from "./api/validate.js";
export type { CurveBases as Bases } from "./curves/bases.js";
export { type BinaryCurveAlias, type BinaryCurveName, binaryCurveNames, isBinaryCurveName } from "./curves/binary.js";
export type { Curves } from "./curves/bind.js";
export type { Curve, CurveConstructor, EncodeOptions } from "./curves/curve.js";
export type { CurveFixedBase as FixedBase, CurveFixedBaseOptions } from "./curves/fixed-base.js";
export type { CurveAlias, CurveName } from "./curves/names.js";
export type { CurveParameters } from "./curves/parameters.js";
export type { Point } from "./curves/points.js";
export type { CurveFixedBaseConstructor } from "./curves/saved-tables.js";
export { createCurves } from "./entries/binary-curves/fetched.js";
export type { CurvesTier } from "./wasm/curves.js";
export type { WasmTier } from "./wasm/features.js";
