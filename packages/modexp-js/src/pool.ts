/** The entry `modexp/pool`: the same calls on several threads. */
export type { Tier } from "./load.js";
export { createPool, type Pool, type PoolModulus, type PoolOptions, type TaskOptions } from "./pool/pool.js";
export type { Int } from "./validate.js";
