import { expose } from "comlink";
import { createModexp, type Features, type Plan, type Tier } from "modexp/async";
import { SIZES } from "../shared/problems.js";
import { EXPONENT_BITS, MODULUS_BITS } from "./tiers.js";

/** The engine in this browser. */
export interface EngineReport {
  readonly tier: Tier;
  readonly version: string;
  readonly features: Features;
  /** [bits of the modulus, name of the kernel] */
  readonly kernels: readonly (readonly [number, string])[];
  /** `plan` for secret and public exponents of each length, modulo a number of 2048 bits. */
  readonly plans: readonly ExponentPlans[];
}

export interface ExponentPlans {
  readonly bits: number;
  readonly secret: Plan;
  /** The maximum for public exponents. */
  readonly open: Plan;
}

const api = {
  async describe(tier: Tier | undefined): Promise<EngineReport> {
    const { engine, plan } = await createModexp(tier && { tier });
    const { tier: used, version, features, kernel } = engine();
    const plans = EXPONENT_BITS.map((bits) => ({
      bits,
      secret: plan(bits, { secret: true, modulusBits: MODULUS_BITS }),
      open: plan(bits, { secret: false, modulusBits: MODULUS_BITS }),
    }));
    return { tier: used, version, features, kernels: SIZES.map((bits) => [bits, kernel(bits)] as const), plans };
  },
};

export type EngineWorker = typeof api;
expose(api);
