/**
 * The functions and classes of `modexp` on a .wasm file that the caller brings.
 * @module modexp/slim
 */
export { type BytesOptions, fromBytes, toBytes } from "./api/bytes.js";
export type { CrtModulusConstructor, CrtOptions } from "./api/crt.js";
export type { FixedBaseConstructor, FixedBaseOptions } from "./api/fixed-base.js";
export type { Engine, Modexp } from "./api/modexp.js";
export type { ModulusConstructor } from "./api/modulus.js";
export type { PlanOptions } from "./api/plan.js";
export type { BlindingOptions, RandomSource } from "./api/random.js";
export { crt } from "./api/remainders.js";
export type { Int } from "./api/validate.js";
export type { Plan } from "./arithmetic/plan.js";
export {
  CrtModulus,
  engine,
  FixedBase,
  init,
  Modulus,
  modInverse,
  modPow,
  modPowVartime,
  plan,
} from "./entries/powers/given.js";
export type { Bytes } from "./limbs/bytes.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
export type { WasmSource } from "./wasm/compile.js";
export type { Features, Tier } from "./wasm/features.js";
