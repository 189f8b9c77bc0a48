/** The modules for curves inside. */
import { bytesOf } from "./carried.js";
import texts from "./modexp-curves.texts.js";

/** Their tiers. */
export const CURVES_INSIDE: readonly string[] = texts.map(([tier]) => tier);

/** The module of `tier`. @throws Error if it is not inside. */
export function curvesModuleBytes(tier: string): Uint8Array<ArrayBuffer> {
  return bytesOf(texts, tier);
}
