/**
 * The methods of `Modulus`, `FixedBase` and `Curve` on several threads.
 * @module modexp/pool
 */

export type { Int } from "./api/validate.js";
export type { Curve, EncodeOptions } from "./curves/curve.js";
export type { Point } from "./curves/points.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
export type { PoolModulus, PoolOptions, TaskOptions } from "./pool/options.js";
export type { Pool } from "./pool/pool.js";
export { createPool } from "./pool/pool.js";
export type { Tier } from "./wasm/features.js";
