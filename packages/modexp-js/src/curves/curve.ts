/** A curve with its generator. */
import { BIGINT_CONTEXT } from "../api/context-bigint.js";
import { Disposable } from "../api/memory.js";
import { Modulus } from "../api/modulus.js";
import { checkSize, type Int, ownOptions, show, toBytes, toList } from "../api/validate.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { bitLength, MAX_BITS } from "../limbs/length.js";
import { BAD_COORDINATE, type CurveSource, NOT_IN_SUBGROUP, type StagedPoint, type WasmCurve } from "../wasm/curves.js";
import { type SentModule, toMessage } from "../wasm/exports.js";
import { CurveBases } from "./bases.js";
import { answer, onPoints, refusalOf } from "./errors.js";
import { CurveFixedBase, type CurveFixedBaseOptions } from "./fixed-base.js";
import type { CurveAlias, CurveName } from "./names.js";
import type { CurveParameters } from "./parameters.js";
import { boundOf, type Form, type Point, Points } from "./points.js";
import { checkLengths, toScalar, toScalars } from "./scalars.js";

const MAX_TABLE_BYTES = 2 ** 26;

/** First bytes of compressed encodings: of SEC 1 with an even y, and of ZCash with the smaller one. ZCash has flags in three bits of x. */
const SEC1_EVEN = 2;
const ZCASH_COMPRESSED = 0x80;
const ZCASH_FLAGS = 0x1f;

/** Makes a {@link Curve}. */
export interface CurveConstructor<N extends string = CurveName | CurveAlias> {
  /**
   * A curve by its name or its parameters. Checks that the parameters belong together, but not that logarithms are hard on the curve.
   *
   * @throws TypeError if a parameter is of the wrong type, or no curve has this name (code `MODEXP_UNKNOWN_NAME`); RangeError if the
   * parameters do not belong together; Error if this engine has no WebAssembly with SIMD.
   */
  new (of: N | CurveParameters): Curve;
  /** The prototype of all instances. */
  readonly prototype: Curve;
}

/** @internal A call that threads may share: each takes some of the points. */
export interface CurveWork<C> {
  /** The module and the parameters that make the curve in a thread. */
  readonly curve: { readonly module: SentModule; readonly source: CurveSource };
  /** Words of a scalar. */
  readonly words: number;
  /** Coefficients of a coordinate. */
  readonly degree: number;
  /** The number of terms. */
  readonly count: number;
  /** The scalars and points of the terms from `from` to `to` − 1. */
  terms(from: number, to: number): readonly [ks: readonly bigint[], points: readonly StagedPoint[] | Uint8Array];
  /** The point of a staged result. */
  toPoint(staged: StagedPoint): Point<C>;
}

/** Options of `Curve.encode`. */
export interface EncodeOptions {
  /** x and one bit for y, instead of x and y. */
  readonly compressed?: boolean;
}

/**
 * A short Weierstrass curve y² = x³ + a·x + b, or a curve y² + x·y = x³ + a·x² + b over GF(2^m), with a generator, prepared once and used
 * many times.
 *
 * Scalars are bigints or safe integers of any sign and of up to 65,536 bits, and count modulo the order; pass the remainder of a longer
 * one. Calls check their points: one with a coordinate outside the field, off the curve, or outside the generator's subgroup is a
 * RangeError, except in `isOnCurve`, `isInSubgroup`, `isIdentity` and `equals`. A point that a call of the same curve returned is not
 * checked again for the subgroup. All calls except those named `Vartime` are constant time in scalars and coordinates once these are in
 * WebAssembly. A bigint itself is not constant time, and `multiplyBytes` avoids it. `scalars`, `isIdentity` and `equals` use no
 * WebAssembly.
 *
 * @example
 * using curve = new Curve("P-256");
 * const [alice, bob] = [0xa11cen, 0xb0bn];
 * const shared = curve.multiply(alice, curve.multiply(bob));
 * shared.x === curve.multiply(bob, curve.multiply(alice)).x; // true
 */
export class Curve<C = bigint> extends Disposable<WasmCurve> {
  /** The modulus of the coordinates; over GF(2^m) a polynomial, with bit i as the coefficient of x^i. */
  readonly p: bigint;
  /** The coefficient of x, or of x² over GF(2^m). */
  readonly a: C;
  /** The constant coefficient. */
  readonly b: C;
  /** The order of the generator, a prime. */
  readonly order: bigint;
  /** The number of points divided by the order. */
  readonly cofactor: bigint;
  /** The generator. */
  readonly g: Point<C>;
  /** The identity: all coordinates are 0. */
  readonly identity: Point<C>;
  /** Bytes of a coordinate in encodings. */
  readonly byteLength: number;

  readonly #form: Form<C>;
  readonly #of: Points<C>;
  #scalars: Modulus | undefined;

  /** @internal */
  constructor(curve: WasmCurve, form: Form<C>) {
    super("Curve", curve);
    this.own(curve);
    const [p, a, b, order, x, y] = curve.parameters;
    this.#form = form;
    this.#of = new Points(form, p);
    this.p = p;
    this.a = this.#of.coordinate(a);
    this.b = this.#of.coordinate(b);
    this.order = order;
    this.cofactor = curve.cofactor;
    this.g = this.#of.toPoint([x, y, true]);
    this.identity = this.#of.identity;
    this.byteLength = form.degree * Math.ceil(bitLength(boundOf(form, p) - 1n) / 8);
  }

  /**
   * Scalars: arithmetic modulo the order, on BigInt and so in variable time. For the inverse of a secret scalar make a `Modulus` of
   * `modexp`.
   *
   * @example
   * const { scalars } = new Curve("P-256");
   * scalars.mul(scalars.inverse(3n), 3n); // 1n
   */
  get scalars(): Modulus {
    const [, , , order] = this.live.parameters;
    this.#scalars ??= new Modulus(BIGINT_CONTEXT, order, MAX_BITS);
    return this.#scalars;
  }

  /**
   * k·P, with the generator as P by default; constant time.
   *
   * @throws TypeError if k or a coordinate is neither a bigint nor a safe integer; RangeError if P is not in the subgroup.
   * @example
   * const curve = new Curve("secp256k1");
   * curve.multiply(curve.order - 1n).x === curve.g.x; // true
   */
  multiply(k: Int, P: Point<C> = this.g): Point<C> {
    return this.#multiply(k, P, false);
  }

  /**
   * k·P in variable time, for public values.
   *
   * @throws TypeError and RangeError as `multiply`.
   */
  multiplyVartime(k: Int, P: Point<C> = this.g): Point<C> {
    return this.#multiply(k, P, true);
  }

  /**
   * k·P on bytes: k is big-endian, P an encoding in either form, by default of the generator, and the result an uncompressed encoding. The
   * values never become a bigint. For ECDH the shared secret is x, the `byteLength` bytes after the first.
   *
   * @throws TypeError if an argument is no Uint8Array; RangeError if P is no encoding of a point of the subgroup, or k has more
   * than 8192 bytes.
   * @example
   * const curve = new Curve("P-256");
   * curve.multiplyBytes(Uint8Array.of(1), curve.encode(curve.g)).length; // 65
   */
  multiplyBytes(k: Uint8Array, P: Uint8Array = this.encode(this.g)): Uint8Array {
    const scalar = toBytes(k, "k");
    const point = toBytes(P, "P");
    if (scalar.length > MAX_SCALAR_BYTES) {
      throw rangeError(
        `k must have at most ${MAX_SCALAR_BYTES} bytes, got ${scalar.length}; pass its remainder modulo the order`,
        "MODEXP_TOO_LONG",
      );
    }
    this.#checkEncoding(point, "P");
    return answer(
      () => this.live.multiplyBytes(scalar, point),
      () => "P",
    );
  }

  /**
   * ks[i]·Ps[i] for every i; constant time. Cheaper than single calls, because they share an inversion.
   *
   * @throws TypeError and RangeError as `multiply`, and RangeError unless each point has one scalar.
   * @example
   * const curve = new Curve("P-256");
   * const [two, three] = curve.multiplyMany([2n, 3n], [curve.g, curve.g]);
   * curve.add(two, curve.g).x === three.x; // true
   */
  multiplyMany(ks: readonly Int[], Ps: readonly Point<C>[]): Point<C>[] {
    const { scalars, words } = toScalars(ks, this.order);
    const points = this.#points(Ps);
    checkLengths(scalars, points);
    if (points.length === 0) return [];
    return onPoints(this.live, points, (curve) =>
      curve.multiplyMany(scalars, words, points).map((staged) => this.#of.toPoint(staged)),
    );
  }

  /**
   * Σ ks[i]·Ps[i], the identity for no points; constant time. Points are objects, or packed bytes: x and y of one after the other,
   * big-endian, `byteLength` bytes each, zeros for the identity.
   *
   * @throws TypeError and RangeError as `multiplyMany`.
   * @example
   * const curve = new Curve("P-256");
   * const h = curve.multiply(5n);
   * curve.msm([2n, 3n], [curve.g, h]).x === curve.multiply(17n).x; // true
   */
  msm(ks: readonly Int[], Ps: readonly Point<C>[] | Uint8Array): Point<C> {
    return this.#msm(ks, Ps, false);
  }

  /**
   * Σ ks[i]·Ps[i] in variable time, for public values. From 256 points on, 128 sums of subsets, which a hash of the points chooses, check
   * that all are in the subgroup. A point outside passes with probability 2^−128.
   *
   * @throws TypeError and RangeError as `msm`.
   */
  msmVartime(ks: readonly Int[], Ps: readonly Point<C>[] | Uint8Array): Point<C> {
    return this.#msm(ks, Ps, true);
  }

  /**
   * Prepares points for many sums with public scalars, and checks them once. The check of a point of BLS12-381 takes several times as long
   * as its part of a sum.
   *
   * @throws TypeError and RangeError as `msm`.
   * @example
   * const curve = new Curve("P-256");
   * using bases = curve.bases([curve.g, curve.multiply(5n)]);
   * bases.msmVartime([2n, 3n]).x === curve.multiply(17n).x; // true
   */
  bases(Ps: readonly Point<C>[] | Uint8Array): CurveBases<C> {
    const points = this.#list(Ps);
    const bases = onPoints(this.live, points, (curve) => curve.bases(points));
    return new CurveBases(this.order, this.#of, bases);
  }

  /**
   * Prepares P for many scalars, in `tableBytes` bytes, or in more if the smallest tables need more.
   *
   * @throws TypeError and RangeError as `multiply`, and RangeError if `tableBytes` is not from 1 to 2^26.
   * @example
   * const curve = new Curve("P-256");
   * curve.fixedBase(curve.g).multiply(5n).x === curve.multiply(5n).x; // true
   */
  fixedBase(P: Point<C>, options?: CurveFixedBaseOptions): CurveFixedBase<C> {
    const { tableBytes } = ownOptions(options, ["tableBytes"], "{ tableBytes: 16384 }");
    if (tableBytes !== undefined) checkSize(tableBytes, "tableBytes", 1, MAX_TABLE_BYTES);
    const point = this.#point(P, "P");
    return new CurveFixedBase(
      this.order,
      this.#of,
      answer(
        () => this.live.fixedBase(point, tableBytes ?? 0),
        () => "P",
      ),
    );
  }

  /** @internal Whether this is a curve, and not a proxy of one. */
  get isCurve(): boolean {
    return #of in this;
  }

  /** @internal Whether `value` is a curve. Runs no code of the caller. */
  static isCurve<C>(value: Curve<C>): boolean {
    return typeof value === "object" && value !== null && #of in value;
  }

  /** @internal The points of a curve. */
  static pointsOf<C>(curve: Curve<C>): Points<C> {
    return curve.#of;
  }

  /** @internal Loads saved tables. */
  loadTables(bytes: Uint8Array): CurveFixedBase<C> {
    return new CurveFixedBase(
      this.order,
      this.#of,
      answer(
        () => this.live.loadTables(bytes),
        () => "bytes",
      ),
    );
  }

  /**
   * P as a point that later calls of this curve do not check again for the subgroup: for a plain object that many calls use.
   *
   * @throws TypeError and RangeError as `multiply`.
   * @example
   * const curve = new Curve("P-256");
   * const P = curve.checked({ ...curve.g });
   * curve.multiply(2n, P).x === curve.multiply(2n).x; // true
   */
  checked(P: Point<C>): Point<C> {
    return this.add(P, this.identity);
  }

  /**
   * P + Q.
   *
   * @throws TypeError and RangeError as `multiply`.
   */
  add(P: Point<C>, Q: Point<C>): Point<C> {
    const points = [this.#point(P, "P"), this.#point(Q, "Q")] as const;
    return onPoints(
      this.live,
      points,
      (curve) => this.#of.toPoint(curve.add(points[0], points[1])),
      (i) => (i === 0 ? "P" : "Q"),
    );
  }

  /**
   * −P.
   *
   * @throws TypeError and RangeError as `multiply`.
   */
  negate(P: Point<C>): Point<C> {
    const point = this.#point(P, "P");
    return onPoints(
      this.live,
      [point],
      (curve) => this.#of.toPoint(curve.negate(point)),
      () => "P",
    );
  }

  /**
   * Whether P is the identity, or its coordinates are in the field and satisfy the curve's equation.
   *
   * @throws TypeError if P is no object with coordinates.
   */
  isOnCurve(P: Point<C>): boolean {
    const refusal = this.#refusalOf(P);
    return refusal === undefined || refusal === NOT_IN_SUBGROUP;
  }

  /**
   * Whether P is a multiple of the generator.
   *
   * @throws TypeError if P is no object with coordinates.
   */
  isInSubgroup(P: Point<C>): boolean {
    return this.#refusalOf(P) === undefined;
  }

  /**
   * Whether P is the identity. Reads only the coordinates.
   *
   * @throws TypeError if P is no object with coordinates; RangeError if they are not in the field.
   */
  isIdentity(P: Point<C>): boolean {
    return this.equals(P, this.identity);
  }

  /**
   * Whether P and Q have the same coordinates. Compares bigints, in variable time, and does not check that they are on the curve.
   *
   * @throws TypeError if an argument is no object with coordinates; RangeError if they are not in the field.
   * @example
   * const curve = new Curve("P-256");
   * curve.equals(curve.multiply(2n), curve.add(curve.g, curve.g)); // true
   */
  equals(P: Point<C>, Q: Point<C>): boolean {
    const [p, q] = [this.#point(P, "P"), this.#point(Q, "Q")];
    return this.live.areEqual(p, q);
  }

  /**
   * P as bytes (SEC 1): 04, x and y; compressed 02 or 03, by the parity of y, or of y/x over GF(2^m), and x; 00 for the identity. Each
   * coordinate has `byteLength` bytes. The groups of BLS12-381 have the encoding of ZCash.
   *
   * @throws TypeError and RangeError as `multiply`.
   * @example
   * const curve = new Curve("P-256");
   * curve.encode(curve.g, { compressed: true }).length; // 33
   */
  encode(P: Point<C>, options?: EncodeOptions): Uint8Array {
    const { compressed = false } = ownOptions(options, ["compressed"], "{ compressed: true }");
    if (typeof compressed !== "boolean") throw typeError(`compressed must be true or false, got ${show(compressed)}`);
    const point = this.#point(P, "P");
    return onPoints(
      this.live,
      [point],
      (curve) => curve.encode(point, compressed),
      () => "P",
    );
  }

  /**
   * The point of an encoding in either form. It is checked like any other.
   *
   * @throws TypeError if `bytes` is no Uint8Array; RangeError if it is no encoding of a point of the subgroup.
   * @example
   * const curve = new Curve("P-256");
   * curve.decode(curve.encode(curve.g, { compressed: true })).y === curve.g.y; // true
   */
  decode(bytes: Uint8Array): Point<C> {
    const encoded = toBytes(bytes, "bytes");
    this.#checkEncoding(encoded, "bytes");
    return answer(
      () => this.#of.toPoint(this.live.decode(encoded)),
      () => "bytes",
    );
  }

  /**
   * The point of an encoding, as `decode` returns it; undefined if the bytes are no encoding of a point of the subgroup.
   *
   * @throws TypeError if `bytes` is no Uint8Array.
   * @example
   * new Curve("P-256").tryDecode(Uint8Array.of(4, 1, 2)); // undefined
   */
  tryDecode(bytes: Uint8Array): Point<C> | undefined {
    try {
      return this.decode(bytes);
    } catch (error) {
      if ((error as { code?: unknown }).code === "MODEXP_POINT") return undefined;
      throw error;
    }
  }

  /**
   * The point of x alone, in `byteLength` big-endian bytes, with the y that has the sign 0 in compressed encodings: an even one (BIP 340),
   * over GF(2^m) one with an even y/x, in the groups of BLS12-381 the smaller one. `negate` gives the other point with this x.
   *
   * @throws TypeError if `bytes` is no Uint8Array; RangeError if no point of the subgroup has this x.
   * @example
   * const curve = new Curve("secp256k1");
   * const P = curve.multiply(3n);
   * const Q = curve.decodeX(curve.encode(P).subarray(1, 33));
   * curve.equals(Q, P) || curve.equals(Q, curve.negate(P)); // true
   */
  decodeX(bytes: Uint8Array): Point<C> {
    const x = toBytes(bytes, "bytes");
    const encoded = this.encode(this.g, { compressed: true });
    const prefix = encoded.length - this.byteLength;
    if (x.length !== this.byteLength || (prefix === 0 && (x[0] ?? 0) > ZCASH_FLAGS)) {
      throw rangeError(`bytes must be x in ${this.byteLength} bytes, from 0 to p − 1`, "MODEXP_POINT");
    }
    encoded.set(x, prefix);
    encoded[0] = prefix === 0 ? (x[0] ?? 0) | ZCASH_COMPRESSED : SEC1_EVEN;
    return this.decode(encoded);
  }

  /** @internal The work of a call for threads. They unpack packed points. */
  forThreads(ks: readonly Int[], Ps: readonly Point<C>[] | Uint8Array): CurveWork<C> {
    const isPacked = ArrayBuffer.isView(Ps);
    const points = isPacked ? this.#packed(Ps).slice() : this.#points(Ps);
    const { scalars, words } = toScalars(ks, this.order);
    const { source, instance } = this.live;
    const stride = isPacked ? 2 * this.byteLength : 1;
    checkLengths(scalars, { length: points.length / stride });
    return {
      curve: { module: toMessage(instance.module), source },
      words,
      degree: this.#form.degree,
      terms: (from, to) => [scalars.slice(from, to), points.slice(from * stride, to * stride)],
      count: scalars.length,
      toPoint: (staged) => this.#of.toPoint(staged),
    };
  }

  #msm(ks: readonly Int[], Ps: readonly Point<C>[] | Uint8Array, vartime: boolean): Point<C> {
    const { scalars, words } = toScalars(ks, this.order);
    const points = this.#list(Ps);
    checkLengths(scalars, points);
    return onPoints(this.live, points, (curve) => this.#of.toPoint(curve.msm(scalars, words, points, vartime)));
  }

  #multiply(k: Int, P: Point<C>, vartime: boolean): Point<C> {
    const scalar = toScalar(k, "k");
    const points = [this.#point(P, "P")];
    const { scalars, words } = toScalars([scalar], this.order);
    return onPoints(
      this.live,
      points,
      (curve) => this.#of.toPoint(curve.msm(scalars, words, points, vartime)),
      () => "P",
    );
  }

  /** The code of the refusal of P; undefined for points of the subgroup. */
  #refusalOf(P: Point<C>): number | undefined {
    const coordinates = this.#of.read(P, "P");
    const curve = this.live;
    if (!this.#of.areBelow(coordinates)) return BAD_COORDINATE;
    // computed even if P is known to be in the subgroup
    return refusalOf(() => curve.negate(this.#of.pack(coordinates, false)));
  }

  #point(point: Point<C>, name: string): StagedPoint {
    return this.#of.stage(point, name);
  }

  /** Stages points that are objects or packed. */
  #list(Ps: readonly Point<C>[] | Uint8Array): StagedPoint[] {
    if (!ArrayBuffer.isView(Ps)) return this.#points(Ps);
    const bytes = this.#packed(Ps);
    return this.live.unpack(bytes, bytes.length / (2 * this.byteLength), this.#form.degree);
  }

  #points(points: readonly Point<C>[]): StagedPoint[] {
    return toList(points, "Ps", "an array of points { x, y }", (point, name) => this.#point(point, name));
  }

  /** Checks that the bytes are whole points, each with x and y in `byteLength` bytes. */
  #packed(Ps: Uint8Array): Uint8Array {
    const bytes = toBytes(Ps, "Ps");
    if (bytes.length % (2 * this.byteLength) === 0) return bytes;
    throw rangeError(`Ps must have ${2 * this.byteLength} bytes for each point, got ${bytes.length}`, "MODEXP_POINT");
  }

  #checkEncoding(bytes: Uint8Array, name: string): void {
    if (bytes.length > 2 * this.byteLength + 1) {
      throw rangeError(
        `${name} must be 04, x, y, or 02 or 03, x, each coordinate in ${this.byteLength} bytes, or 00, got ${bytes.length} bytes`,
        "MODEXP_POINT",
      );
    }
  }
}

/** Bytes of a scalar: 65,536 bits, as for a bigint. */
const MAX_SCALAR_BYTES = 8192;
