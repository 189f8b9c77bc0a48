/** The classes over one instance, which is opened at first use. */
import type { Names } from "../api/names.js";
import { OpenedAtUse, type OpenedInstance } from "../curves/opened.js";
import { type CurveFixedBaseConstructor, fixedBaseConstructor } from "../curves/saved-tables.js";
import type { CurvesTier } from "../wasm/curves.js";
import type { Tier } from "../wasm/features.js";
import type { PairingsInstance, PairingsTier } from "../wasm/pairings.js";
import { HISTORICAL_PAIRING_NAMES, PAIRING_NAMES } from "./names.js";
import { type HistoricalPairingConstructor, Pairing, type PairingConstructor } from "./pairing.js";

/** Options of `createPairings`. */
export interface PairingsOptions {
  /** The module that computes: `wide`, `relaxed` or `simd`; by default the fastest that the engine can run. */
  readonly tier?: PairingsTier;
}

/** Pairings on an instance of WebAssembly with a memory of its own. */
export interface Pairings<C = PairingConstructor, T = PairingsTier> {
  /** The class of pairings of this instance. */
  readonly Pairing: C;
  /** The fixed-base class for saved tables of points of both groups; `Curve.fixedBase` makes new ones. */
  readonly FixedBase: CurveFixedBaseConstructor;
  /** The module that computes. */
  tier(): T;
}

/** Historical pairings on an instance of WebAssembly with a memory of its own. */
export type HistoricalPairings = Pairings<HistoricalPairingConstructor, CurvesTier>;

/** An instance and its tier. */
export type OpenedPairings<T = PairingsTier> = OpenedInstance<PairingsInstance, T>;

/** @internal The API over one instance. */
export function bindPairings(open: () => OpenedPairings): Pairings {
  return bind(open, PAIRING_NAMES);
}

/** @internal The API of historical pairings over one instance. */
export function bindHistoricalPairings(open: () => OpenedPairings<CurvesTier>): HistoricalPairings {
  return bind(open, HISTORICAL_PAIRING_NAMES);
}

function bind<N extends string, T extends Tier>(open: () => OpenedPairings<T>, names: Names<N>) {
  const opened = new OpenedAtUse(open);
  return {
    Pairing: {
      Pairing: class extends Pairing<N> {
        constructor(name: string) {
          super((make) => opened.make(make), name, names);
        }
      },
    }.Pairing,

    FixedBase: fixedBaseConstructor(),

    tier: () => opened.get().tier,
  };
}
