/** The modules inside, which the entries that need no `await` share. */
import { bytesOf } from "./carried.js";
import texts from "./modexp.texts.js";

/** Their tiers. */
export const INSIDE: readonly string[] = texts.map(([tier]) => tier);

/** The module of `tier`. @throws Error if it is not inside. */
export function moduleBytes(tier: string): Uint8Array<ArrayBuffer> {
  return bytesOf(texts, tier);
}
