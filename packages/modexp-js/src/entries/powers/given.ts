/**
 * The entry `modexp/slim`: the same functions, on a .wasm that the caller brings.
 *
 * The exports are declared one by one, as in main.ts: taken out of `main` at once they would have no documentation in the
 * package's declarations.
 */

import type { Context } from "../../api/context.js";
import type { CrtModulus as CrtModulusOf } from "../../api/crt.js";
import type { FixedBase as FixedBaseOf } from "../../api/fixed-base.js";
import { bind, type Modexp } from "../../api/modexp.js";
import type { Modulus as ModulusOf } from "../../api/modulus.js";
import { obstacle } from "../../api/tier.js";
import { isRevoked, limitOf, show } from "../../api/validate.js";
import { failure, typeError } from "../../limbs/errors.js";
import { type Limits, MAX_BITS } from "../../limbs/length.js";
import { compileSource, type WasmSource } from "../../wasm/compile.js";
import { contextOn } from "./on-module.js";

let context: Context | undefined;
const limits = { maxBits: MAX_BITS };
const main: Modexp = bind(() => {
  if (context === undefined)
    throw failure("await init(…) with one of the package's .wasm files first", "MODEXP_NOT_READY");
  return context;
}, limits);

/** {@link Modexp.modPow} on the file that `init` took; an Error before. */
export const modPow: Modexp["modPow"] = main.modPow;
/** {@link Modexp.modPowVartime} on the file that `init` took; an Error before. */
export const modPowVartime: Modexp["modPowVartime"] = main.modPowVartime;
/** {@link Modexp.modInverse} on the file that `init` took; an Error before. */
export const modInverse: Modexp["modInverse"] = main.modInverse;
/** The engine that computes: tier, kernel by size, features, version; an Error before `init`. */
export const engine: Modexp["engine"] = main.engine;
/** {@link Modexp.plan} on the file that `init` took; an Error before. */
export const plan: Modexp["plan"] = main.plan;
/** Makes a {@link Modulus}, after `init`. */
export const Modulus: Modexp["Modulus"] = main.Modulus;
/** A modulus, prepared once and used many times. */
export type Modulus = ModulusOf;
/** Takes saved tables, after `init`; `Modulus.fixedBase` makes new ones. */
export const FixedBase: Modexp["FixedBase"] = main.FixedBase;
/** A base with tables of its powers. */
export type FixedBase = FixedBaseOf;
/** Makes a {@link CrtModulus}, after `init`. */
export const CrtModulus: Modexp["CrtModulus"] = main.CrtModulus;
/** A product of different odd primes, for those who know them. */
export type CrtModulus = CrtModulusOf;

/**
 * Takes `modexp/modexp-relaxed.wasm`, `modexp/modexp-relaxed-wide.wasm`, `modexp/modexp-wide.wasm` or
 * `modexp/modexp-simd.wasm` for all functions of this entry, and gives them as an instance too. A later call takes another file. For hosts that compile no bytes, such as
 * edge workers, which hand over a file as a compiled module.
 *
 * @param source a module, its bytes, a `Response` with them, or a promise of one of these
 * @param options how long numbers may be
 * @throws TypeError if it is none of these, or none of the package's files, or if its buffer is gone; WebAssembly.CompileError if the
 * bytes are no module; Error if this engine cannot run it (code `MODEXP_ENGINE`): pass another of the files.
 * @example
 * const { modPow } = await init(wasm);
 * modPow(3n, 4n, 50n); // 31n
 */
export async function init(source: WasmSource | PromiseLike<WasmSource>, options?: Limits): Promise<Modexp> {
  const maxBits = limitOf(options, MAX_BITS);
  // not even a look at `then` is safe
  const given = isRevoked(source) ? source : await source;
  const module = isRevoked(given) ? undefined : await compileSource(given as WasmSource, obstacle);
  if (module === undefined) {
    throw typeError(`source must be a WebAssembly.Module, its bytes, or a Response, got ${show(given)}`);
  }
  const own = contextOn(module, false);
  context = own;
  limits.maxBits = maxBits;
  return bind(() => own, { maxBits });
}
