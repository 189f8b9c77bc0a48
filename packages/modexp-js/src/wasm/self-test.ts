/**
 * One product of each kernel, compared with BigInt, when an instance is opened. Engines compiled vectors and wide arithmetic wrongly in
 * 2026, and the features that `features.ts` tests are single instructions.
 */
import { WasmArithmetic } from "./arithmetic.js";
import type { WasmInstance } from "./instance.js";

/** Bits of moduli: each kernel of each tier computes modulo one of them. */
const SIZES = [256, 512, 2048];

/** Whether the products of the instance are right: fifth powers, one after the other and two side by side. */
export function multipliesRightly(instance: WasmInstance): boolean {
  return SIZES.every((bits) => {
    const m = (1n << BigInt(bits)) - 189n;
    const bases = [3n ** BigInt(bits / 2), m - 3n ** BigInt(bits / 4)];
    const arithmetic = new WasmArithmetic(instance, m, bits);
    const exponents = bases.map(() => 5n);
    const powers = [...bases.map((base) => arithmetic.pow(base, 5n)), ...arithmetic.powMany(bases, exponents)];
    arithmetic.free();
    return powers.every((power, i) => power === (bases[i % 2] as bigint) ** 5n % m);
  });
}
