/**
 * The same calls on several threads.
 * @module modexp/pool
 */
export type { Limits } from "./limit.js";
export type { Tier } from "./load.js";
export type { PoolModulus, PoolOptions, TaskOptions } from "./pool/options.js";
export { createPool, type Pool } from "./pool/pool.js";
export type { Int } from "./validate.js";
