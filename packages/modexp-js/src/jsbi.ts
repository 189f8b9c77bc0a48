/**
 * The same functions and classes on JSBI values.
 * @module modexp/jsbi
 */

export type {
  BlindingOptions,
  CrtOptions,
  Engine,
  Features,
  FixedBaseOptions,
  Limits,
  Plan,
  PlanOptions,
  RandomSource,
  Tier,
} from "./index.js";
export { CrtModulus, FixedBase, Modulus } from "./jsbi/classes.js";
export type { Int, JSBI } from "./jsbi/convert.js";
export { engine, modInverse, modPow, modPowVartime, plan } from "./jsbi/functions.js";
