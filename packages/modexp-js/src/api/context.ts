/** One independent instance: its tier, its WebAssembly, and the arithmetic of its calculations. */
import type { Arithmetic, CrtPowers, FixedPowers, Product } from "../arithmetic/arithmetic.js";
import type { Plan } from "../arithmetic/plan.js";
import type { Saved } from "../arithmetic/saved-tables.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import { BigIntCrtPowers } from "../bigint/powers.js";
import { bitLength } from "../limbs/length.js";
import { WasmArithmetic } from "../wasm/arithmetic.js";
import type { Tier } from "../wasm/features.js";
import type { WasmInstance } from "../wasm/instance.js";
import { WasmCrtPowers, WasmFixedPowers } from "../wasm/powers.js";
import { BIGINT_CONTEXT } from "./context-bigint.js";
import { bigIntWins } from "./crossover.js";
import type { Planned } from "./plan.js";

/** Modular arithmetic on one tier. */
export class Context {
  readonly tier: Tier;
  readonly #forced: boolean;
  readonly #instance: WasmInstance | undefined;
  #last: { readonly m: bigint; readonly arithmetic: Arithmetic } | undefined;

  /** Computes on `instance`, or on BigInt without one. A forced tier computes every power itself. */
  constructor(tier: Tier, instance: WasmInstance | undefined, forced: boolean) {
    this.tier = tier;
    this.#forced = forced;
    this.#instance = instance;
  }

  /** Whether BigInt computes powers with exponents of `exponentBits` bits. */
  prefersBigInt(modulusBits: number, exponentBits: number): boolean {
    return this.#instance === undefined || (!this.#forced && bigIntWins(this.tier, modulusBits, exponentBits));
  }

  /** Arithmetic modulo `m` in WebAssembly; undefined if this context has no WebAssembly. */
  wasm(m: bigint, bitLength: number): Arithmetic | undefined {
    return this.#instance && new WasmArithmetic(this.#instance, m, bitLength);
  }

  /** Arithmetic modulo `m` for one call. The context keeps it, and frees it when a call has a different modulus. */
  once(m: bigint): Arithmetic {
    if (this.#last?.m === m) return this.#last.arithmetic;
    this.#last?.arithmetic.free();
    const arithmetic = this.wasm(m, bitLength(m)) ?? new BigIntArithmetic(m);
    this.#last = { m, arithmetic };
    return arithmetic;
  }

  /** Powers modulo the product. @throws RangeError unless its factors are different odd primes, as far as tested. */
  crt(product: Product): CrtPowers {
    return this.#instance ? new WasmCrtPowers(this.#instance, product) : new BigIntCrtPowers(product);
  }

  /** New tables in `bytes` bytes, 0 for the default, or the tables in `saved`. */
  fixedBase(of: Saved, bytes: number, saved?: Uint8Array): FixedPowers {
    return this.#instance
      ? new WasmFixedPowers(this.#instance, of, bytes, saved)
      : BIGINT_CONTEXT.fixedBase(of, bytes, saved);
  }

  /** The plan of an exponentiation. */
  plan({ exponentBits, secret, modulusBits }: Planned): Plan {
    const m = (1n << BigInt(modulusBits)) - 1n;
    const wasm = this.prefersBigInt(modulusBits, exponentBits) ? undefined : this.wasm(m, modulusBits);
    const plan = (wasm ?? new BigIntArithmetic(m)).plan(exponentBits, secret);
    wasm?.free();
    return plan;
  }

  /** The name of the kernel that computes powers of numbers of `bits` bits. */
  kernel(bits: number): string {
    return this.prefersBigInt(bits, bits) ? "bigint" : (this.#instance?.kernel(bits) ?? "bigint");
  }
}
