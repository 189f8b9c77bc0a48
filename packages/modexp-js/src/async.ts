export type { CrtModulus, CrtModulusConstructor } from "./crt.js";
export { createModexp } from "./fetch.js";
export type { FixedBase, FixedBaseConstructor, FixedBaseOptions } from "./fixed-base.js";
export type { Features, Tier } from "./load.js";
export type { Engine, Modexp, ModexpOptions, Modulus, ModulusConstructor } from "./modexp.js";
export type { Int } from "./validate.js";
