/** The API of one instance: checks the arguments and calls its context. */

import type { Plan } from "../arithmetic/plan.js";
import { readSaved } from "../arithmetic/saved-tables.js";
import { BigIntArithmetic } from "../bigint/arithmetic.js";
import { typeError } from "../limbs/errors.js";
import { bitLength, type Limits, MAX_BITS } from "../limbs/length.js";
import { type Features, features, type Tier } from "../wasm/features.js";
import type { Context } from "./context.js";
import { CrtModulus, type CrtModulusConstructor, type CrtOptions, productOf } from "./crt.js";
import { FixedBase, type FixedBaseConstructor } from "./fixed-base.js";
import { Modulus, type ModulusConstructor } from "./modulus.js";
import { inverse, mod } from "./numbers.js";
import { checkPlan, type PlanOptions } from "./plan.js";
import { obstaclesBefore } from "./tier.js";
import { type Int, limitOf, toBytes, toCount, toInt, toModulus } from "./validate.js";
import { version } from "./version.js";

/** The engine of an instance. */
export interface Engine {
  /** The set of kernels in use. */
  readonly tier: Tier;
  /** The features of WebAssembly in this JavaScript engine. */
  readonly features: Features;
  /** Why this engine cannot run faster tiers: it lacks an instruction, or computed a wrong product when the tier was opened. */
  readonly obstacles: Readonly<Partial<Record<Tier, string>>>;
  /** The version of the package. */
  readonly version: string;
  /** The name of the kernel that computes modulo numbers of `bits` bits; `bigint` where BigInt is faster. */
  kernel(bits: number): string;
}

/** Options of `createModexp`. The limit holds for calls that set none. */
export interface ModexpOptions extends Limits {
  /**
   * The set of kernels. It then computes all powers. By default it is the fastest set that the engine can run, and BigInt
   * computes the small powers for which it is faster.
   */
  readonly tier?: Tier;
}

/** An independent instance with its own WebAssembly memory. */
export interface Modexp {
  /**
   * base^exponent mod modulus, in [0, modulus), for any modulus ≥ 1, odd or even, and numbers of up to `maxBits` bits.
   *
   * A negative base is reduced. A negative exponent means the inverse. 0^0 is 1 mod modulus. In WebAssembly it is constant time
   * in the values, given their lengths; the conversion of a bigint is not, see `Modulus.powBytes`. The exponents 3 and 65537
   * count as public.
   *
   * The prepared modulus is kept until a call with a different modulus zeroes its memory. For a secret modulus, make a `Modulus`
   * and dispose of it.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if modulus < 1, or exponent < 0 and base has no inverse, or a number is longer than `maxBits`, by default
   * 65,536 bits.
   * @example
   * modPow(3n, 200n, 1_000_000_007n); // 136318165n
   * modPow(3, -1, 7); // 5n
   * modPow(3n, 1n << 70_000n, 101n, { maxBits: 100_000 }); // 71n
   */
  modPow(base: Int, exponent: Int, modulus: Int, limits?: Limits): bigint;

  /**
   * `modPow` for public values: faster, in variable time.
   *
   * @throws TypeError and RangeError as `modPow`.
   * @example
   * modPowVartime(2n, 65537n, 999_999_937n); // 235894736n
   */
  modPowVartime(base: Int, exponent: Int, modulus: Int, limits?: Limits): bigint;

  /**
   * The x in [0, modulus) with a·x ≡ 1 (mod modulus); 0 for modulus 1.
   *
   * @throws TypeError if an argument is neither a bigint nor a safe integer.
   * @throws RangeError if modulus < 1, or a and modulus have a common factor, or a number is longer than `maxBits`.
   * @example
   * modInverse(3n, 11n); // 4n
   */
  modInverse(a: Int, modulus: Int, limits?: Limits): bigint;

  /**
   * The plan of an exponentiation for exponents of `exponentBits` bits, 0 to 2^24. A secret exponent takes exactly these
   * products. A public one takes at most these, because each gets the plan that suits it best. An even modulus takes a second
   * exponentiation, modulo the power of two.
   *
   * @throws TypeError if an argument is of the wrong type.
   * @throws RangeError if a length is out of range.
   * @example
   * plan(2048, { secret: false }).squarings; // 2048
   */
  plan(exponentBits: number, options?: PlanOptions): Plan;

  /** The modulus class of this instance. */
  readonly Modulus: ModulusConstructor;

  /** The fixed-base class of this instance, for saved tables; `Modulus.fixedBase` makes new ones. */
  readonly FixedBase: FixedBaseConstructor;

  /** The class of products of known primes of this instance. */
  readonly CrtModulus: CrtModulusConstructor;

  /**
   * The tier, the kernel for each size, the features and the version.
   *
   * @example
   * engine().version; // "0.1.0"
   */
  engine(): Engine;
}

/** The kernel is the same for all longer numbers, and they do not fit into WebAssembly. */
const MOST_KERNEL_BITS = 2 ** 31 - 1;

type Method = "pow" | "powVartime";

/** @internal The API over one context, which is opened at first use. Every call reads `limits`. */
export function bind(context: () => Context, limits: Required<Limits> = { maxBits: MAX_BITS }): Modexp {
  const limit = (options?: Limits) => limitOf(options, limits.maxBits);
  const power = (base: Int, exponent: Int, modulus: Int, options: Limits | undefined, method: Method) => {
    const most = limit(options);
    return powerOf(toInt(base, "base", most), toInt(exponent, "exponent", most), toModulus(modulus, most), method);
  };
  const powerOf = (base: bigint, exponent: bigint, m: bigint, method: Method): bigint => {
    if (exponent < 0n) {
      const b = inverse(context().once(m), base, m, "base");
      return powerOf(b, -exponent, m, method);
    }
    const bigInt = context().prefersBigInt(bitLength(m), bitLength(exponent));
    const arithmetic = bigInt ? new BigIntArithmetic(m) : context().once(m);
    return arithmetic[method](mod(base, m), exponent);
  };

  return {
    modPow(base, exponent, modulus, options) {
      return power(base, exponent, modulus, options, "pow");
    },

    modPowVartime(base, exponent, modulus, options) {
      return power(base, exponent, modulus, options, "powVartime");
    },

    modInverse(a, modulus, options) {
      const most = limit(options);
      const x = toInt(a, "a", most);
      const m = toModulus(modulus, most);
      return inverse(context().once(m), x, m, "a");
    },

    plan(exponentBits, options) {
      return context().plan(checkPlan(exponentBits, options));
    },

    Modulus: {
      Modulus: class extends Modulus {
        constructor(modulus: Int, options?: Limits) {
          const maxBits = limit(options);
          const m = toModulus(modulus, maxBits);
          super(context(), m, maxBits);
        }
      },
    }.Modulus,

    FixedBase: Object.assign(
      function FixedBase() {
        throw typeError("make a FixedBase with modulus.fixedBase(base, options) or FixedBase.fromBytes(bytes)");
      },
      {
        prototype: FixedBase.prototype,
        fromBytes(bytes: Uint8Array, options?: Limits) {
          const maxBits = limit(options);
          const saved = toBytes(bytes, "bytes");
          const of = readSaved(saved, maxBits);
          return new FixedBase(of, context().fixedBase(of, 0, saved));
        },
      },
    ) as unknown as FixedBaseConstructor,

    CrtModulus: {
      CrtModulus: class extends CrtModulus {
        constructor(primes: readonly Int[], options?: CrtOptions) {
          const maxBits = limit(options);
          const product = productOf(primes, options, maxBits);
          super(context(), product, maxBits);
        }
      },
    }.CrtModulus,

    engine() {
      const { tier } = context();
      const kernel = (bits: number) => context().kernel(Math.min(Number(toCount(bits, "bits")), MOST_KERNEL_BITS));
      return { tier, features: features(), obstacles: obstaclesBefore(tier), version, kernel };
    },
  };
}
