/** Pairings in WebAssembly: stages the arguments of each call. Points are staged like those of curves, values are their bytes. */
import {
  type CurveSource,
  check,
  freeCurve,
  made,
  namedCurve,
  type StagedPoint,
  takeBytes,
  WasmCurve,
  writeName,
} from "./curves.js";
import type { CurvesWasm, Module, PairingsWasm } from "./exports.js";
import type { Tier } from "./features.js";
import { Handle, Refusal, WasmInstance } from "./instance.js";
import type { StagingBuffer } from "./staging-buffer.js";

/** The tiers that have modules for pairings. In `relaxed` sums of many points are computed in two lanes; else it is `simd`. */
export type PairingsTier = Exclude<Tier, "js">;

/** An instance of such a module. */
export type PairingsInstance = WasmInstance<PairingsWasm>;

/** Added to a code about the second point of a pair. */
const ABOUT_Q = 2 ** 30;

/** The refusal of a pair, its index, and the refused point. */
export class PairRefusal extends Refusal {
  constructor(
    code: number,
    readonly index: number,
    readonly isQ: boolean,
  ) {
    super(code);
  }
}

/** A pairing with its groups. */
export class WasmPairing {
  readonly g1: WasmCurve;
  readonly g2: WasmCurve;
  /** Coefficients of a coordinate in the second group. */
  readonly degree: number;
  readonly #instance: PairingsInstance;
  readonly #groups: Handle<PairingsWasm>;

  constructor(instance: PairingsInstance, name: string) {
    this.#instance = instance;
    this.#groups = new Handle(
      instance,
      (wasm, staging) => wasm.groups_named(staging.pointer, writeName(staging, name)),
      (wasm, groups) => wasm.__wbg_groups_free(groups, 0),
    );
    this.degree = this.#groups.run((wasm, _staging, groups) => wasm.groups_degree(groups));
    const curve = (group: "g1" | "g2") => {
      const handle = new Handle<PairingsWasm>(
        instance,
        () => this.#groups.run((wasm, _staging, groups) => wasm[`groups_${group}`](groups)),
        freeCurve,
      );
      return new WasmCurve(instance, { pairing: name, group }, handle);
    };
    this.g1 = curve("g1");
    this.g2 = curve("g2");
  }

  /** Whether both generators are on their curves. If not, products are wrong. */
  hasRightGenerators(): boolean {
    return this.g1.hasRightGenerators() && this.g2.hasRightGenerators();
  }

  /** The bytes of Π e(P_i, Q_i). */
  product(pairs: readonly (readonly [p: StagedPoint, q: StagedPoint | WasmLines])[]): Uint8Array {
    return this.#groups.run((wasm, staging, groups) => {
      // what prepared points need is made before the product begins
      const lines = pairs.map(([, q]) => (q instanceof WasmLines ? q.pointer() : 0));
      const product = wasm.groups_product(groups);
      try {
        for (const [i, [p, q]] of pairs.entries()) {
          staging.reserve(this.g1.pointWords + this.g2.pointWords);
          this.g1.writePoint(staging, 0, p);
          let code: number;
          if (q instanceof WasmLines) {
            code = wasm.product_push_prepared(product, staging.pointer, lines[i] ?? 0);
          } else {
            this.g2.writePoint(staging, this.g1.pointWords, q);
            code = wasm.product_push(product, staging.pointer);
          }
          if (code !== 0) throw new PairRefusal(code % ABOUT_Q, i, code >= ABOUT_Q);
        }
        return takeBytes(staging, wasm.product_value(product, staging.pointer));
      } finally {
        wasm.__wbg_product_free(product, 0);
      }
    });
  }

  /** Q with its lines. */
  prepare(q: StagedPoint): WasmLines {
    return new WasmLines(this.#instance, (_wasm, staging) =>
      this.#groups.run((wasm, _staging, groups) => {
        staging.reserve(this.g2.pointWords);
        this.g2.writePoint(staging, 0, q);
        return made(wasm.groups_prepare(groups, staging.pointer), staging);
      }),
    );
  }

  /** `value`, if it is the encoding of a value of the pairing. */
  check(value: Uint8Array): Uint8Array {
    return this.#onValues([value], (wasm, staging, groups) =>
      wasm.groups_gt_check(groups, staging.pointer, value.length),
    );
  }

  multiply(a: Uint8Array, b: Uint8Array): Uint8Array {
    return this.#onValues([a, b], (wasm, staging, groups) =>
      wasm.groups_gt_multiply(groups, staging.pointer, a.length),
    );
  }

  inverse(value: Uint8Array): Uint8Array {
    return this.#onValues([value], (wasm, staging, groups) =>
      wasm.groups_gt_inverse(groups, staging.pointer, value.length),
    );
  }

  /** A power by a scalar of `words` words. */
  pow(value: Uint8Array, k: bigint, words: number, vartime: boolean): Uint8Array {
    return this.#groups.run((wasm, staging, groups) => {
      staging.reserve(words + Math.ceil(value.length / 8));
      staging.write(0, k, words);
      staging.writeRawAt(8 * words, value);
      return takeBytes(staging, wasm.groups_gt_pow(groups, staging.pointer, words, value.length, Number(vartime)));
    });
  }

  /** Tables of the powers of a value in `bytes` bytes, or in as many as usual for 0. */
  fixedBase(value: Uint8Array, bytes: number): WasmPowers {
    return new WasmPowers(this.#instance, (_wasm, staging) =>
      this.#groups.run((wasm, _staging, groups) => {
        staging.writeRaw(value);
        return wasm.groups_gt_fixed_base(groups, staging.pointer, value.length, bytes);
      }),
    );
  }

  /** Maps coefficients, staged like those of a coordinate, to a point of the first or second group. */
  map(u: bigint, second: boolean): StagedPoint {
    const curve = second ? this.g2 : this.g1;
    return this.#groups.run((wasm, staging, groups) => {
      staging.reserve(curve.pointWords);
      staging.write(0, u, (curve.pointWords - 1) / 2);
      check(wasm.groups_map(groups, staging.pointer, Number(second)));
      return curve.takePoint(staging, 0);
    });
  }

  /** The output of the precompiled contract at this address. */
  precompile(address: number, input: Uint8Array): Uint8Array {
    return this.#onValues([input], (wasm, staging, groups) =>
      wasm.groups_precompile(groups, staging.pointer, address, input.length),
    );
  }

  free(): void {
    this.g1.free();
    this.g2.free();
    this.#groups.free();
  }

  #onValues(
    values: readonly Uint8Array[],
    call: (wasm: PairingsWasm, staging: StagingBuffer, groups: number) => number,
  ): Uint8Array {
    return this.#groups.run((wasm, staging, groups) => {
      staging.reserve(values.reduce((words, value) => words + Math.ceil(value.length / 8), 1));
      let at = 0;
      for (const value of values) {
        staging.writeRawAt(at, value);
        at += value.length;
      }
      return takeBytes(staging, call(wasm, staging, groups));
    });
  }
}

/** Makes a curve from its source, in an instance of its own. */
export function openCurve(module: Module, source: CurveSource): WasmCurve {
  if (typeof source === "object" && "pairing" in source) {
    return new WasmPairing(new WasmInstance<PairingsWasm>(module), source.pairing)[source.group];
  }
  return namedCurve(new WasmInstance<CurvesWasm>(module), source);
}

/** A point of the second group with its lines. */
export class WasmLines {
  readonly #lines: Handle<PairingsWasm>;

  constructor(instance: PairingsInstance, make: (wasm: PairingsWasm, staging: StagingBuffer) => number) {
    this.#lines = new Handle(instance, make, (wasm, lines) => wasm.__wbg_lines_free(lines, 0));
    this.pointer();
  }

  /** The pointer of the lines. */
  pointer(): number {
    return this.#lines.run((_wasm, _staging, lines) => lines);
  }

  free(): void {
    this.#lines.free();
  }
}

/** Tables of the powers of one value. */
export class WasmPowers {
  readonly bytes: number;
  readonly #powers: Handle<PairingsWasm>;

  constructor(instance: PairingsInstance, make: (wasm: PairingsWasm, staging: StagingBuffer) => number) {
    this.#powers = new Handle(instance, make, (wasm, powers) => wasm.__wbg_powers_free(powers, 0));
    this.bytes = this.#powers.run((wasm, _staging, powers) => wasm.powers_bytes(powers));
  }

  pow(k: bigint, words: number): Uint8Array {
    return this.#powers.run((wasm, staging, powers) => {
      staging.reserve(words);
      staging.write(0, k, words);
      return staging.takeRaw(wasm.powers_pow(powers, staging.pointer, words));
    });
  }

  free(): void {
    this.#powers.free();
  }
}
