export type { Features, Tier } from "./load.js";
export { createModexp, engine, Modulus, modInverse, modPow, modPowVartime } from "./main.js";
export type { Engine, Modexp, ModexpOptions, ModulusConstructor } from "./modexp.js";
export type { Int } from "./validate.js";
