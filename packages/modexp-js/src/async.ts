/**
 * The functions and classes of `modexp`; fetches one .wasm file instead of carrying them inside.
 * @module modexp/async
 */
export { type BytesOptions, fromBytes, toBytes } from "./api/bytes.js";
export type { CrtModulus, CrtModulusConstructor, CrtOptions } from "./api/crt.js";
export type { FixedBase, FixedBaseConstructor, FixedBaseOptions } from "./api/fixed-base.js";
export type { Engine, Modexp, ModexpOptions } from "./api/modexp.js";
export type { Modulus, ModulusConstructor } from "./api/modulus.js";
export type { PlanOptions } from "./api/plan.js";
export type { BlindingOptions, RandomSource } from "./api/random.js";
export { crt } from "./api/remainders.js";
export type { Int } from "./api/validate.js";
export type { Plan } from "./arithmetic/plan.js";
export { createModexp } from "./entries/powers/fetched.js";
export type { Bytes } from "./limbs/bytes.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
export type { Features, Tier } from "./wasm/features.js";
