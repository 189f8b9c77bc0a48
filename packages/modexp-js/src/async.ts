/**
 * The same calls, with one .wasm file fetched instead of three carried inside.
 * @module modexp/async
 */
export type { CrtModulus, CrtModulusConstructor } from "./crt.js";
export { createModexp } from "./fetch.js";
export type { FixedBase, FixedBaseConstructor, FixedBaseOptions } from "./fixed-base.js";
export type { Limits } from "./limit.js";
export type { Features, Tier } from "./load.js";
export type { Engine, Modexp, ModexpOptions } from "./modexp.js";
export type { Modulus, ModulusConstructor } from "./modulus.js";
export type { Plan, PlanOptions } from "./plan.js";
export type { BlindingOptions, RandomSource } from "./random.js";
export type { Int } from "./validate.js";
