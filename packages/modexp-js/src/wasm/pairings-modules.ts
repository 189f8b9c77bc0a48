/** The modules for pairings inside. */
import { bytesOf } from "./carried.js";
import texts from "./modexp-pairings.texts.js";

/** Their tiers. */
export const PAIRINGS_INSIDE: readonly string[] = texts.map(([tier]) => tier);

/** The module of `tier`. @throws Error if it is not inside. */
export function pairingsModuleBytes(tier: string): Uint8Array<ArrayBuffer> {
  return bytesOf(texts, tier);
}
