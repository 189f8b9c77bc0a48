/**
 * The main entry: works at once, its WebAssembly is inside.
 * @module modexp
 */
export { type BytesOptions, fromBytes, toBytes } from "./api/bytes.js";
export type { CrtModulusConstructor, CrtOptions } from "./api/crt.js";
export type { FixedBaseConstructor, FixedBaseOptions } from "./api/fixed-base.js";
export type { Engine, Modexp, ModexpOptions } from "./api/modexp.js";
export type { ModulusConstructor } from "./api/modulus.js";
export type { PlanOptions } from "./api/plan.js";
export type { BlindingOptions, RandomSource } from "./api/random.js";
export { crt } from "./api/remainders.js";
export type { Int } from "./api/validate.js";
export type { Plan } from "./arithmetic/plan.js";
export {
  CrtModulus,
  createModexp,
  engine,
  FixedBase,
  Modulus,
  modInverse,
  modPow,
  modPowVartime,
  plan,
} from "./entries/powers/carried.js";
export type { Bytes } from "./limbs/bytes.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
export type { Features, Tier } from "./wasm/features.js";
