/** A context without WebAssembly. */
import { BigIntFixedPowers } from "../bigint/powers.js";
import type { ModulusContext } from "./modulus.js";

/** Computes everything on BigInt. */
export const BIGINT_CONTEXT: ModulusContext = {
  wasm: () => undefined,
  prefersBigInt: () => true,
  fixedBase: (of, bytes, saved) => new BigIntFixedPowers(of, bytes || (saved?.length ?? 0)),
};
