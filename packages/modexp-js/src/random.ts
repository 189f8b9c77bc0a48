/** Where random bytes come from. */
import { show } from "./validate.js";

/** Fills bytes with random ones, as `crypto.getRandomValues` does; what it returns is ignored. */
export type RandomSource = (bytes: Uint8Array<ArrayBuffer>) => unknown;

/** Options of `CrtModulus.privateKeyOp`. */
export interface BlindingOptions {
  /**
   * Whether to compute on a random multiple, by default false: `true` for random bytes of `crypto.getRandomValues`, or a
   * function that fills the bytes it is given with random ones. It is called once for each result, for 8 bytes more than
   * the modulus has; again if by chance they have no inverse.
   */
  readonly blind?: boolean | RandomSource;
}

/** Most bytes that `crypto.getRandomValues` gives at a time. */
const MOST_BYTES = 65_536;

/** The source that the options ask for, if any. */
export function sourceOf(options: BlindingOptions = {}): RandomSource | undefined {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`options must be an object, as { blind: true }, got ${show(options)}`);
  }
  const { blind = false } = options;
  if (typeof blind === "function") return blind;
  if (typeof blind !== "boolean") throw new TypeError(`blind must be a boolean or a function, got ${show(blind)}`);
  return blind ? fromCrypto : undefined;
}

/** As many random bytes. @throws Error if the source fails. */
export function randomBytes(source: RandomSource, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  try {
    source(bytes);
  } catch (cause) {
    throw new Error("there are no random bytes for blinding; pass another source as blind", { cause });
  }
  // a source that took the buffer away left nothing
  if (bytes.length !== length) throw new Error("blind must fill the bytes it is given, and leave them there");
  return bytes;
}

function fromCrypto(bytes: Uint8Array<ArrayBuffer>): void {
  for (let at = 0; at < bytes.length; at += MOST_BYTES) crypto.getRandomValues(bytes.subarray(at, at + MOST_BYTES));
}
