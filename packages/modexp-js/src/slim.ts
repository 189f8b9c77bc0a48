/**
 * The same functions on a .wasm file that the caller brings.
 * @module modexp/slim
 */
export type { CrtModulusConstructor } from "./crt.js";
export type { FixedBaseConstructor, FixedBaseOptions } from "./fixed-base.js";
export type { Limits } from "./limit.js";
export type { Features, Tier } from "./load.js";
export type { Engine, Modexp } from "./modexp.js";
export type { ModulusConstructor } from "./modulus.js";
export type { Plan, PlanOptions } from "./plan.js";
export type { BlindingOptions, RandomSource } from "./random.js";
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
  type WasmSource,
} from "./slim-main.js";
export type { Int } from "./validate.js";
