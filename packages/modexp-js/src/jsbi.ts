/**
 * The functions and classes of `modexp` on JSBI values.
 * @module modexp/jsbi
 */

export type {
  BlindingOptions,
  Bytes,
  BytesOptions,
  Engine,
  ErrorCode,
  Features,
  FixedBaseOptions,
  Limits,
  ModexpError,
  Plan,
  PlanOptions,
  RandomSource,
  Tier,
} from "./index.js";
export { CrtModulus, type CrtOptions, FixedBase, Modulus } from "./jsbi/classes.js";
export type { Int, JSBI } from "./jsbi/convert.js";
export { crt, engine, fromBytes, modInverse, modPow, modPowVartime, plan, toBytes } from "./jsbi/functions.js";
