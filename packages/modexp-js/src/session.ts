/** One independent instance: its tier, its machine, and the arithmetic that a calculation gets. */
import type { Arithmetic } from "./arithmetic.js";
import { BigIntArithmetic } from "./js.js";
import { bitLength } from "./limbs.js";
import { obstacle, supports, TIERS, type Tier } from "./load.js";
import { show } from "./validate.js";
import { Machine, WasmArithmetic } from "./wasm.js";

/** Modular arithmetic on one tier. */
export class Session {
  readonly tier: Tier;
  readonly #machine: Machine | undefined;
  #last: { readonly m: bigint; readonly arithmetic: Arithmetic } | undefined;

  /** On the kernels of `module`, which was built for `tier`; without a module on BigInt. */
  constructor(tier: Tier, module?: WebAssembly.Module) {
    this.tier = tier;
    this.#machine = module && new Machine(module);
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

  /** The name of the kernel that computes modulo numbers of `bits` bits. */
  kernel(bits: number): string {
    return this.#machine?.kernel(bits) ?? "bigint";
  }
}

/** The tier that was asked for, or the best that this engine can run. */
export function chooseTier(wanted: Tier | undefined): Tier {
  if (wanted === undefined) return TIERS.find(supports) ?? "js";
  if (!TIERS.includes(wanted)) {
    throw new TypeError(`tier must be one of ${TIERS.map(show).join(", ")}, got ${show(wanted)}`);
  }
  const why = obstacle(wanted);
  if (why !== undefined) {
    const others = TIERS.filter(supports).map(show).join(", ");
    throw new Error(`this engine cannot run tier ${show(wanted)}: ${why}; pass one of ${others}`);
  }
  return wanted;
}
