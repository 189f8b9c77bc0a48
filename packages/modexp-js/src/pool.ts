/**
 * The same calls on several threads.
 * @module modexp/pool
 */
export type { Limits } from "./limit.js";
export type { Tier } from "./load.js";
export { createPool, type Pool, type PoolModulus, type PoolOptions, type TaskOptions } from "./pool/pool.js";
export type { Int } from "./validate.js";
