/** The main entry's own instance. Its WebAssembly is compiled at the first call. */
import type { CrtModulus as CrtModulusOf } from "./crt.js";
import type { FixedBase as FixedBaseOf } from "./fixed-base.js";
import { open } from "./inline.js";
import { bind, type Modexp, type ModexpOptions } from "./modexp.js";
import type { Modulus as ModulusOf } from "./modulus.js";
import type { Session } from "./session.js";

let session: Session | undefined;
const main: Modexp = bind(() => {
  session ??= open();
  return session;
});

export const modPow: Modexp["modPow"] = main.modPow;
export const modPowVartime: Modexp["modPowVartime"] = main.modPowVartime;
export const modInverse: Modexp["modInverse"] = main.modInverse;
export const engine: Modexp["engine"] = main.engine;
export const Modulus: Modexp["Modulus"] = main.Modulus;
export type Modulus = ModulusOf;
export const FixedBase: Modexp["FixedBase"] = main.FixedBase;
export type FixedBase = FixedBaseOf;
export const CrtModulus: Modexp["CrtModulus"] = main.CrtModulus;
export type CrtModulus = CrtModulusOf;

/**
 * An independent instance with its own WebAssembly memory.
 *
 * @throws TypeError if there is no tier of that name; Error if this engine cannot run it.
 * @example
 * createModexp({ tier: "js" }).modPow(3n, 4n, 50n); // 31n
 */
export function createModexp(options: ModexpOptions = {}): Modexp {
  const own = open(options.tier);
  return bind(() => own);
}
