/**
 * Points in WebAssembly: stages the arguments of each call. A point is one word, then x and y. The word is 0 for the identity,
 * 1 for a point, and 2 for a point that is known to be in the subgroup.
 */
import { bytesToInt } from "../limbs/bytes.js";
import type { CurvesWasm, PointsWasm } from "./exports.js";
import type { Tier } from "./features.js";
import type { WasmInstance } from "./instance.js";
import { Handle, type Owner, Refusal } from "./instance.js";
import type { StagingBuffer } from "./staging-buffer.js";

/** The tiers that have modules for curves. */
export type CurvesTier = Exclude<Tier, "relaxed" | "js">;

/** An instance of such a module. */
export type CurvesInstance = WasmInstance<CurvesWasm>;

/** Coordinates, and whether the point is known to be in the subgroup; undefined for the identity. */
export type StagedPoint = readonly [x: bigint, y: bigint, isKnown: boolean] | undefined;

/** The parameters of a curve, in this order: p, a, b, order, and the coordinates of the generator. */
export type StagedParameters = readonly [bigint, bigint, bigint, bigint, bigint, bigint];

/** A curve of parameters and a cofactor, of `words` words each. */
export interface GivenCurve {
  readonly parameters: StagedParameters;
  readonly cofactor: bigint;
  readonly words: number;
}

/** The source of a curve in any instance of a module: its name, its parameters, or a pairing and one of its groups. */
export type CurveSource = string | GivenCurve | { readonly pairing: string; readonly group: "g1" | "g2" };

/** The codes of `crates/modexp-wasm` that callers distinguish. */
export const BAD_PRIME = 1;
export const SINGULAR = 3;
export const BAD_COORDINATE = 5;
export const NOT_ON_CURVE = 6;
export const NOT_IN_SUBGROUP = 7;
export const BAD_ENCODING = 8;
export const TABLE_VERSION = 10;
export const OTHER_CURVE = 11;
export const BAD_LENGTH = 12;
export const NOT_VERIFIED = 13;
export const WRONG_HASH = 14;

/** Words that the number of points over the order may have. */
const MAX_COFACTOR_WORDS = 64;

/** A length with this bit is an error code. */
const FAILED = 2 ** 31;

/** A curve; every call that has no result throws a {@link Refusal}. */
export class WasmCurve {
  readonly instance: WasmInstance<PointsWasm>;
  readonly source: CurveSource;
  readonly parameters: StagedParameters;
  readonly cofactor: bigint;
  /** Words of a coordinate, and of a point. */
  readonly #words: number;
  readonly #pointWords: number;
  readonly #curve: Owner<PointsWasm>;

  constructor(instance: WasmInstance<PointsWasm>, source: CurveSource, curve: Owner<PointsWasm>) {
    this.instance = instance;
    this.source = source;
    this.#curve = curve;
    this.#words = this.#curve.run((wasm, _staging, curve) => wasm.context_words(curve));
    this.#pointWords = 2 * this.#words + 1;
    const more = this.#words + 1;
    const numbers = this.#run(6 * more + MAX_COFACTOR_WORDS, (wasm, staging, curve) => {
      const cofactor = wasm.context_parameters(curve, staging.pointer);
      return Array.from({ length: 7 }, (_, i) => staging.take(i * more, i < 6 ? more : cofactor));
    });
    this.cofactor = numbers.pop() as bigint;
    // the cast: six are left
    this.parameters = numbers as unknown as StagedParameters;
  }

  /** Whether the generator and its double, which takes sums and differences of products, are on the curve. If not, the engine is wrong. */
  hasRightGenerators(): boolean {
    const [, , , , x, y] = this.parameters;
    try {
      const g: StagedPoint = [x, y, true];
      this.negate(this.add(g, g));
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  /** Σ k_i·P_i, for scalars of `words` words. */
  msm(ks: readonly bigint[], words: number, points: readonly StagedPoint[], vartime: boolean): StagedPoint {
    return this.#onTerms(ks, words, points, (wasm, staging, curve) => {
      check(wasm.context_msm(curve, staging.pointer, ks.length, words, Number(vartime)));
      return this.#take(staging, 0);
    });
  }

  /** Each k_i·P_i, for scalars of `words` words. */
  multiplyMany(ks: readonly bigint[], words: number, points: readonly StagedPoint[]): StagedPoint[] {
    return this.#onTerms(ks, words, points, (wasm, staging, curve) => {
      check(wasm.context_multiply_many(curve, staging.pointer, ks.length, words));
      return ks.map((_, i) => this.#take(staging, i));
    });
  }

  /** k·P of bytes, as an encoding. */
  multiplyBytes(k: Uint8Array, point: Uint8Array): Uint8Array {
    const words = Math.ceil((k.length + point.length) / 8);
    return this.#run(Math.max(words, this.#pointWords), (wasm, staging, curve) => {
      staging.writeRawAt(0, k);
      staging.writeRawAt(k.length, point);
      return takeBytes(staging, wasm.context_multiply_bytes(curve, staging.pointer, k.length, point.length));
    });
  }

  /** P + Q. */
  add(p: StagedPoint, q: StagedPoint): StagedPoint {
    return this.#run(2 * this.#pointWords, (wasm, staging, curve) => {
      this.#write(staging, 0, p);
      this.#write(staging, this.#pointWords, q);
      check(wasm.context_add(curve, staging.pointer));
      return this.#take(staging, 0);
    });
  }

  /** −P. */
  negate(p: StagedPoint): StagedPoint {
    return this.#run(this.#pointWords, (wasm, staging, curve) => {
      this.#write(staging, 0, p);
      check(wasm.context_negate(curve, staging.pointer));
      return this.#take(staging, 0);
    });
  }

  /** Whether P = Q. */
  areEqual(p: StagedPoint, q: StagedPoint): boolean {
    return p?.[0] === q?.[0] && p?.[1] === q?.[1];
  }

  /** The encoding of P. */
  encode(p: StagedPoint, compressed: boolean): Uint8Array {
    return this.#run(this.#pointWords, (wasm, staging, curve) => {
      this.#write(staging, 0, p);
      return takeBytes(staging, wasm.context_encode(curve, staging.pointer, Number(compressed)));
    });
  }

  /** The point of an encoding. */
  decode(bytes: Uint8Array): StagedPoint {
    return this.#run(Math.max(Math.ceil(bytes.length / 8), this.#pointWords), (wasm, staging, curve) => {
      staging.writeRawAt(0, bytes);
      check(wasm.context_decode(curve, staging.pointer, bytes.length));
      return this.#take(staging, 0);
    });
  }

  /** Tables of P in `bytes` bytes, or in as many as usual for 0. */
  fixedBase(p: StagedPoint, bytes: number): WasmCurveTables {
    return new WasmCurveTables(this, (wasm, staging) =>
      this.#curve.run((_wasm, _staging, curve) => {
        staging.reserve(this.#pointWords);
        this.#write(staging, 0, p);
        return made(wasm.context_fixed_base(curve, staging.pointer, bytes), staging);
      }),
    );
  }

  /** Loads the saved tables `saved`. */
  loadTables(saved: Uint8Array): WasmCurveTables {
    // copied, as they are read again after a trap
    const bytes = saved.slice();
    return new WasmCurveTables(this, (wasm, staging) =>
      this.#curve.run((_wasm, _staging, curve) => {
        staging.writeRaw(bytes);
        return made(wasm.context_load(curve, staging.pointer, bytes.length), staging);
      }),
    );
  }

  /**
   * Decodes packed points: x and y of each, big-endian, with `degree` coefficients, the highest first. Zeros are the identity.
   */
  unpack(bytes: Uint8Array, count: number, degree: number): StagedPoint[] {
    const length = bytes.length / (2 * count * degree);
    const bits = BigInt((64 * this.#words) / degree);
    const coordinate = (at: number) => {
      let packed = 0n;
      for (let i = 0; i < degree; i++, at += length)
        packed = (packed << bits) | bytesToInt(bytes.subarray(at, at + length));
      return packed;
    };
    return Array.from({ length: count }, (_, i) => {
      const at = 2 * degree * length * i;
      const [x, y] = [coordinate(at), coordinate(at + degree * length)];
      return x === 0n && y === 0n ? undefined : [x, y, false];
    });
  }

  /** Checks these points and keeps them. */
  bases(points: readonly StagedPoint[]): WasmBases {
    return new WasmBases(this, points.length, (wasm, staging) =>
      this.#onTerms([], 0, points, (_wasm, _staging, curve) =>
        made(wasm.context_bases(curve, staging.pointer, points.length), staging),
      ),
    );
  }

  free(): void {
    this.#curve.free();
  }

  /** The `i`th point of a result. */
  takePoint(staging: StagingBuffer, i: number): StagedPoint {
    return this.#take(staging, i);
  }

  /** Writes a point from word `at`. */
  writePoint(staging: StagingBuffer, at: number, p: StagedPoint): void {
    this.#write(staging, at, p);
  }

  /** Words of a point. */
  get pointWords(): number {
    return this.#pointWords;
  }

  #run<T>(words: number, call: (wasm: PointsWasm, staging: StagingBuffer, curve: number) => T): T {
    return this.#curve.run((wasm, staging, curve) => {
      staging.reserve(words);
      return call(wasm, staging, curve);
    });
  }

  #onTerms<T>(
    ks: readonly bigint[],
    words: number,
    points: readonly StagedPoint[],
    call: (wasm: PointsWasm, staging: StagingBuffer, curve: number) => T,
  ): T {
    const scalars = ks.length * words;
    const all = scalars + points.length * this.#pointWords;
    return this.#run(Math.max(all, this.#pointWords), (wasm, staging, curve) => {
      for (const [i, k] of ks.entries()) staging.write(i * words, k, words);
      for (const [i, p] of points.entries()) this.#write(staging, scalars + i * this.#pointWords, p);
      return call(wasm, staging, curve);
    });
  }

  #write(staging: StagingBuffer, at: number, p: StagedPoint): void {
    const [x, y, isKnown] = p ?? [0n, 0n];
    staging.write(at, p === undefined ? 0n : isKnown ? 2n : 1n, 1);
    staging.write(at + 1, x, this.#words);
    staging.write(at + 1 + this.#words, y, this.#words);
  }

  #take(staging: StagingBuffer, i: number): StagedPoint {
    const at = i * this.#pointWords;
    const kind = staging.take(at, 1);
    const x = staging.take(at + 1, this.#words);
    const y = staging.take(at + 1 + this.#words, this.#words);
    return kind === 0n ? undefined : [x, y, kind === 2n];
  }
}

/** Tables of the multiples of one point. */
export class WasmCurveTables {
  readonly bytes: number;
  readonly point: StagedPoint;
  readonly #curve: WasmCurve;
  readonly #tables: Owner<PointsWasm>;

  constructor(curve: WasmCurve, make: (wasm: PointsWasm, staging: StagingBuffer) => number) {
    this.#curve = curve;
    this.#tables = new Handle(curve.instance, make, (wasm, tables) => wasm.__wbg_tables_free(tables, 0));
    this.bytes = this.#tables.run((wasm, _staging, tables) => wasm.tables_bytes(tables));
    this.point = this.#run(curve.pointWords, (wasm, staging, tables) => {
      wasm.tables_point(tables, staging.pointer);
      return curve.takePoint(staging, 0);
    });
  }

  /** Each k_i·P, for scalars of `words` words. */
  multiplyMany(ks: readonly bigint[], words: number): StagedPoint[] {
    return this.#run(ks.length * Math.max(words, this.#curve.pointWords), (wasm, staging, tables) => {
      for (const [i, k] of ks.entries()) staging.write(i * words, k, words);
      wasm.tables_multiply_many(tables, staging.pointer, ks.length, words);
      return ks.map((_, i) => this.#curve.takePoint(staging, i));
    });
  }

  multiplyVartime(k: bigint, words: number): StagedPoint {
    return this.#run(Math.max(words, this.#curve.pointWords), (wasm, staging, tables) => {
      staging.write(0, k, words);
      wasm.tables_multiply_vartime(tables, staging.pointer, words);
      return this.#curve.takePoint(staging, 0);
    });
  }

  save(): Uint8Array {
    return this.#tables.run((wasm, staging, tables) => staging.takeRaw(wasm.tables_save(tables, staging.pointer)));
  }

  free(): void {
    this.#tables.free();
  }

  #run<T>(words: number, call: (wasm: PointsWasm, staging: StagingBuffer, tables: number) => T): T {
    return this.#tables.run((wasm, staging, tables) => {
      staging.reserve(words);
      return call(wasm, staging, tables);
    });
  }
}

/** Points for many sums. */
export class WasmBases {
  readonly length: number;
  readonly #curve: WasmCurve;
  readonly #bases: Owner<PointsWasm>;

  constructor(curve: WasmCurve, length: number, make: (wasm: PointsWasm, staging: StagingBuffer) => number) {
    this.length = length;
    this.#curve = curve;
    this.#bases = new Handle(curve.instance, make, (wasm, bases) => wasm.__wbg_bases_free(bases, 0));
    this.#bases.run(() => {});
  }

  /** Σ k_i·P_i, with one scalar of `words` words for each point. */
  msmVartime(ks: readonly bigint[], words: number): StagedPoint {
    return this.#bases.run((wasm, staging, bases) => {
      staging.reserve(Math.max(ks.length * words, this.#curve.pointWords));
      for (const [i, k] of ks.entries()) staging.write(i * words, k, words);
      wasm.bases_msm_vartime(bases, staging.pointer, ks.length, words);
      return this.#curve.takePoint(staging, 0);
    });
  }

  free(): void {
    this.#bases.free();
  }
}

/** The curve of that name, or of these parameters. */
export function namedCurve(instance: CurvesInstance, of: string | GivenCurve): WasmCurve {
  const make = (wasm: CurvesWasm, staging: StagingBuffer) => {
    if (typeof of === "string") {
      return made(wasm.context_named(staging.pointer, writeName(staging, of)), staging);
    }
    const { words } = of;
    staging.reserve(7 * words);
    for (const [i, x] of [...of.parameters, of.cofactor].entries()) staging.write(i * words, x, words);
    return made(wasm.context_prepare(staging.pointer, words), staging);
  };
  return new WasmCurve(instance, of, new Handle(instance, make, freeCurve));
}

/** Frees a curve. */
export function freeCurve(wasm: PointsWasm, curve: number): void {
  wasm.__wbg_context_free(curve, 0);
}

/** Writes a name, and returns its length. */
export function writeName(staging: StagingBuffer, text: string): number {
  const name = Uint8Array.from(text, (character) => character.charCodeAt(0));
  staging.writeRaw(name);
  return name.length;
}

/** The pointer that a call returned; throws the refusal in the staging buffer if it is 0. */
export function made(pointer: number, staging: StagingBuffer): number {
  if (pointer === 0) throw new Refusal(Number(staging.take(0, 1)));
  return pointer;
}

export function check(code: number): void {
  if (code !== 0) throw new Refusal(code);
}

/** The bytes of a result; throws the refusal if `length` is a code. */
export function takeBytes(staging: StagingBuffer, length: number): Uint8Array {
  // exports return numbers with a sign
  const unsigned = length >>> 0;
  if (unsigned >= FAILED) throw new Refusal(unsigned - FAILED);
  return staging.takeRaw(unsigned);
}
