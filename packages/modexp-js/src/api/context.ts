/** One independent instance: its tier, its WebAssembly, and the arithmetic that a calculation gets. */
import type { Arithmetic, CrtPowers, FixedPowers, Product } from "../arithmetic/arithmetic.js";
import type { Plan } from "../arithmetic/plan.js";
import type { Saved } from "../arithmetic/saved-tables.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import { BigIntCrtPowers, BigIntFixedPowers } from "../bigint/powers.js";
import { bitLength } from "../limbs/bit-length.js";
import { WasmArithmetic } from "../wasm/arithmetic.js";
import type { Tier } from "../wasm/features.js";
import type { WasmInstance } from "../wasm/instance.js";
import { WasmCrtPowers, WasmFixedPowers } from "../wasm/powers.js";
import { bigIntWins } from "./crossover.js";
import type { Planned } from "./plan.js";

/** Modular arithmetic on one tier. */
export class Context {
  readonly tier: Tier;
  readonly #forced: boolean;
  readonly #instance: WasmInstance | undefined;
  #last: { readonly m: bigint; readonly arithmetic: Arithmetic } | undefined;

  /** On an instance with the kernels of `tier`; without one on BigInt. A forced tier does all itself. */
  constructor(tier: Tier, instance: WasmInstance | undefined, forced: boolean) {
    this.tier = tier;
    this.#forced = forced;
    this.#instance = instance;
  }

  /** Whether powers with exponents of `exponentBits` bits are for BigInt. */
  prefersBigInt(modulusBits: number, exponentBits: number): boolean {
    return this.#instance === undefined || (!this.#forced && bigIntWins(this.tier, modulusBits, exponentBits));
  }

  /** Arithmetic modulo `m` in WebAssembly; undefined where this context has none. */
  wasm(m: bigint, bitLength: number): Arithmetic | undefined {
    return this.#instance && new WasmArithmetic(this.#instance, m, bitLength);
  }

  /** Arithmetic modulo `m` for one call. It is kept for the next one, and freed when another modulus takes its place. */
  once(m: bigint): Arithmetic {
    if (this.#last?.m === m) return this.#last.arithmetic;
    this.#last?.arithmetic.free();
    const arithmetic = this.wasm(m, bitLength(m)) ?? new BigIntArithmetic(m);
    this.#last = { m, arithmetic };
    return arithmetic;
  }

  /** Powers modulo the product. @throws RangeError unless it is one of different odd primes, as far as that is tested. */
  crt(product: Product): CrtPowers {
    return this.#instance ? new WasmCrtPowers(this.#instance, product) : new BigIntCrtPowers(product);
  }

  /** Tables in `bytes` bytes, or in as many as usual for 0; or those that were saved as `saved`. */
  fixedBase(of: Saved, bytes: number, saved?: Uint8Array): FixedPowers {
    return this.#instance
      ? new WasmFixedPowers(this.#instance, of, bytes, saved)
      : new BigIntFixedPowers(of, bytes || (saved?.length ?? 0));
  }

  /** What an exponentiation will do. */
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
