export { createModexp } from "./fetch.js";
export type { Features, Tier } from "./load.js";
export type { Engine, Modexp, ModexpOptions, Modulus, ModulusConstructor } from "./modexp.js";
export type { Int } from "./validate.js";
