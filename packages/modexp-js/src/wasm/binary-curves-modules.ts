/** The module for curves over GF(2^m) inside. */
import { bytesOf } from "./carried.js";
import texts from "./modexp-binary-curves.texts.js";

/** The module of `tier`. @throws Error if it is not inside. */
export function binaryCurvesModuleBytes(tier: string): Uint8Array<ArrayBuffer> {
  return bytesOf(texts, tier);
}
