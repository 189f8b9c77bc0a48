/** The classes over one instance, which is opened at first use. */
import type { CurvesOptions } from "../curves/bind.js";
import type { CurvesTier } from "../wasm/curves.js";
import type { PairingsInstance } from "../wasm/pairings.js";
import type { PairingName } from "./names.js";
import { Pairing, type PairingConstructor } from "./pairing.js";

/** Options of `createPairings`. */
export type PairingsOptions = CurvesOptions;

/** Pairings on an instance of WebAssembly with a memory of its own. */
export interface Pairings {
  /** The class of pairings of this instance. */
  readonly Pairing: PairingConstructor;
  /** Which module computes. */
  tier(): CurvesTier;
}

/** An instance and its tier. */
export interface OpenedPairings {
  readonly instance: PairingsInstance;
  readonly tier: CurvesTier;
}

/** @internal The API over one instance. */
export function bindPairings(open: () => OpenedPairings): Pairings {
  return {
    Pairing: {
      Pairing: class extends Pairing {
        constructor(name: PairingName) {
          super(() => open().instance, name);
        }
      },
    }.Pairing,

    tier: () => open().tier,
  };
}
