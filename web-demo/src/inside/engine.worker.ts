import { expose } from "comlink";
import { createModexp, type Features, type Tier } from "modexp/async";
import { SIZES } from "../race/problems.js";

/** What computes in this browser. */
export interface EngineReport {
  readonly tier: Tier;
  readonly version: string;
  readonly features: Features;
  /** [bits of the modulus, name of the kernel] */
  readonly kernels: readonly (readonly [number, string])[];
}

const api = {
  async describe(tier: Tier | undefined): Promise<EngineReport> {
    const { engine } = await createModexp(tier && { tier });
    const { tier: used, version, features, kernel } = engine();
    return { tier: used, version, features, kernels: SIZES.map((bits) => [bits, kernel(bits)] as const) };
  },
};

export type EngineWorker = typeof api;
expose(api);
