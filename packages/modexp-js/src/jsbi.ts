/** The entry `modexp/jsbi`: the same functions and classes on JSBI values. */

export type { Engine, Features, FixedBaseOptions, Tier } from "./index.js";
export { CrtModulus, FixedBase, Modulus } from "./jsbi/classes.js";
export type { Int, JSBI } from "./jsbi/convert.js";
export { engine, modInverse, modPow, modPowVartime } from "./jsbi/functions.js";
