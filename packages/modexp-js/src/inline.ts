/** The three modules as text inside the package, so that the main entry works without `await`. */
import relaxed from "../wasm/modexp-relaxed.wasm";
import simd from "../wasm/modexp-simd.wasm";
import wide from "../wasm/modexp-wide.wasm";
import type { Tier, WasmTier } from "./load.js";
import { chooseTier, Session } from "./session.js";

const texts: Readonly<Record<WasmTier, string>> = { relaxed, wide, simd };

/** A session on the tier that was asked for, or on the best one. */
export function open(tier?: Tier): Session {
  const chosen = chooseTier(tier);
  const forced = tier !== undefined;
  if (chosen === "js") return new Session("js", undefined, forced);
  try {
    return new Session(chosen, new WebAssembly.Module(decodeBase64(texts[chosen])), forced);
  } catch (error) {
    // a RangeError: older browsers do not compile a module of this size on the main thread
    if (forced || !(error instanceof RangeError)) throw error;
    return new Session("js", undefined, forced);
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
