/**
 * The main entry: works at once, its WebAssembly is inside.
 * @module modexp
 */
export type { CrtModulusConstructor } from "./crt.js";
export type { FixedBaseConstructor, FixedBaseOptions } from "./fixed-base.js";
export type { Limits } from "./limit.js";
export type { Features, Tier } from "./load.js";
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
} from "./main.js";
export type { Engine, Modexp, ModexpOptions } from "./modexp.js";
export type { ModulusConstructor } from "./modulus.js";
export type { Plan, PlanOptions } from "./plan.js";
export type { BlindingOptions, RandomSource } from "./random.js";
export type { Int } from "./validate.js";
