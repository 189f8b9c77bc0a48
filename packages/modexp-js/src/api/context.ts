/** One independent instance: its tier, its machine, and the arithmetic that a calculation gets. */
import type { Arithmetic, CrtPowers, FixedPowers } from "../arithmetic/arithmetic.js";
import type { Plan } from "../arithmetic/plan.js";
import type { Saved } from "../arithmetic/saved-tables.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import { BigIntCrtPowers, BigIntFixedPowers } from "../bigint/powers.js";
import { bitLength } from "../limbs/bit-length.js";
import { WasmArithmetic } from "../wasm/arithmetic.js";
import type { Tier } from "../wasm/features.js";
import type { Machine } from "../wasm/instance.js";
import { WasmCrtPowers, WasmFixedPowers } from "../wasm/powers.js";
import { bigIntWins } from "./crossover.js";
import type { Planned } from "./plan.js";

/** Modular arithmetic on one tier. */
export class Session {
  readonly tier: Tier;
  readonly #forced: boolean;
  readonly #machine: Machine | undefined;
  #last: { readonly m: bigint; readonly arithmetic: Arithmetic } | undefined;

  /** On a machine that runs the kernels of `tier`; without one on BigInt. A forced tier does all itself. */
  constructor(tier: Tier, machine: Machine | undefined, forced: boolean) {
    this.tier = tier;
    this.#forced = forced;
    this.#machine = machine;
  }

  /** Whether powers with exponents of `exponentBits` bits are for BigInt. */
  prefersBigInt(modulusBits: number, exponentBits: number): boolean {
    return this.#machine === undefined || (!this.#forced && bigIntWins(this.tier, modulusBits, exponentBits));
  }

  /** Arithmetic modulo `m` in WebAssembly; undefined where this session has none. */
  wasm(m: bigint, bitLength: number): Arithmetic | undefined {
    return this.#machine && new WasmArithmetic(this.#machine, m, bitLength);
  }

  /** Arithmetic modulo `m` for one call. It is kept for the next one, and freed when another modulus takes its place. */
  once(m: bigint): Arithmetic {
    if (this.#last?.m === m) return this.#last.arithmetic;
    this.#last?.arithmetic.free();
    const arithmetic = this.wasm(m, bitLength(m)) ?? new BigIntArithmetic(m);
    this.#last = { m, arithmetic };
    return arithmetic;
  }

  /** Powers modulo the product m of `primes`. @throws RangeError unless these are different odd primes. */
  crt(primes: readonly bigint[], m: bigint): CrtPowers {
    return this.#machine ? new WasmCrtPowers(this.#machine, primes, m) : new BigIntCrtPowers(primes);
  }

  /** Tables in `bytes` bytes, or in as many as usual for 0; or those that were saved as `saved`. */
  fixedBase(of: Saved, bytes: number, saved?: Uint8Array): FixedPowers {
    return this.#machine
      ? new WasmFixedPowers(this.#machine, of, bytes, saved)
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
    return this.prefersBigInt(bits, bits) ? "bigint" : (this.#machine?.kernel(bits) ?? "bigint");
  }
}
