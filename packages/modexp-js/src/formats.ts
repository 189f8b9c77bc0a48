/**
 * Points of pairings' groups in the formats of snarkjs, gnark and arkworks.
 * @module modexp/formats
 */
export type { Int } from "./api/validate.js";
export type { Curve, EncodeOptions } from "./curves/curve.js";
export type { Point } from "./curves/points.js";
export { decodeArkworks, decodeGnark, encodeArkworks, encodeGnark } from "./formats/flagged.js";
export { decodeSnarkjs, encodeSnarkjs, type SnarkjsCoordinate } from "./formats/snarkjs.js";
export type { Bytes } from "./limbs/bytes.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
