/**
 * Prime numbers, common divisors, squares, and inverses that need not exist.
 * @module modexp/primes
 */
export type { RandomSource } from "./api/random.js";
export type { Int } from "./api/validate.js";
export type { Bytes } from "./limbs/bytes.js";
export type { ErrorCode, ModexpError } from "./limbs/errors.js";
export type { Limits } from "./limbs/length.js";
export { gcd, jacobi, tryInverse } from "./primes/divisors.js";
export {
  type PooledPrimeOptions,
  type PrimePool,
  type RandomPrimeOptions,
  randomPrime,
  randomPrimeOn,
} from "./primes/random.js";
export { isProbablyPrime, type PrimalityOptions } from "./primes/test.js";
