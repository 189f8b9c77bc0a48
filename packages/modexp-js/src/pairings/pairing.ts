/** A pairing with its groups. */
import { Disposable } from "../api/memory.js";
import { type Names, toName } from "../api/names.js";
import { type Int, toList } from "../api/validate.js";
import { Curve } from "../curves/curve.js";
import { answer, failureOf, type PrecompileFailure } from "../curves/errors.js";
import { arraysOf, NUMBERS, POLYNOMIALS, type Point, type Points } from "../curves/points.js";
import { rangeError, typeError } from "../limbs/errors.js";
import type { StagedPoint } from "../wasm/curves.js";
import { Refusal } from "../wasm/instance.js";
import { type PairingsInstance, PairRefusal, type WasmLines, WasmPairing } from "../wasm/pairings.js";
import type { BrokenPairingName, HistoricalPairingName, PairingAlias, PairingName, WeakPairingName } from "./names.js";
import { Gt, GtElement, type Home } from "./values.js";

/**
 * A point of the second group. Each coordinate is an array of coefficients, the lowest first: two, except in the families of
 * `modexp-historical`.
 */
export type G2Point = Point<readonly bigint[]>;

/** Makes a {@link Pairing}. */
export interface PairingConstructor {
  /**
   * A pairing by its name.
   *
   * @throws TypeError if no pairing has this name (code `MODEXP_UNKNOWN_NAME`); Error if this engine has no WebAssembly with SIMD.
   */
  new (name: PairingName | PairingAlias): Pairing;
  /** The prototype of all instances. */
  readonly prototype: Pairing;
}

/** Makes a historical {@link Pairing}. */
export interface HistoricalPairingConstructor {
  /**
   * A pairing of 80 bits of security by its name.
   *
   * @deprecated Attackers can compute discrete logarithms in its groups. Use it only for old data.
   * @throws TypeError if no pairing has this name (code `MODEXP_UNKNOWN_NAME`); Error if this engine has no WebAssembly with SIMD.
   */
  new (name: WeakPairingName): Pairing<HistoricalPairingName>;
  /**
   * A pairing over GF(2^m) by its name.
   *
   * @deprecated Broken: the larger one has about 59 bits of security left, the other fewer (Granger, Kleinjung and Zumbrägel, *Breaking
   * '128-bit secure' supersingular binary curves*, 2014/119). Use it only for old data.
   * @throws TypeError if no pairing has this name (code `MODEXP_UNKNOWN_NAME`); Error if this engine has no WebAssembly with SIMD.
   */
  new (name: BrokenPairingName): Pairing<HistoricalPairingName>;
  /**
   * A pairing by its name.
   *
   * @throws TypeError if no pairing has this name (code `MODEXP_UNKNOWN_NAME`); Error if this engine has no WebAssembly with SIMD.
   */
  new (name: HistoricalPairingName): Pairing<HistoricalPairingName>;
  /** The prototype of all instances. */
  readonly prototype: Pairing<HistoricalPairingName>;
}

/** A point of the second group with the lines of its pairings, from `Pairing.prepare`. */
export class PreparedPoint extends Disposable<WasmLines> {
  readonly #home: Home;
  /** The point. */
  readonly point: G2Point;

  /** @internal */
  constructor(home: Home, lines: WasmLines, point: G2Point) {
    super("PreparedPoint", lines);
    this.own(lines);
    this.#home = home;
    this.point = point;
  }

  /** @internal Whether Q is a prepared point of this home. Runs no code of the caller, not even of a proxy. */
  static isOf(home: Home, Q: G2Point | PreparedPoint): Q is PreparedPoint {
    if (typeof Q !== "object" || Q === null || !(#home in Q)) return false;
    if (Q.#home !== home) throw typeError("a prepared point must be one of this pairing");
    return true;
  }

  /** @internal Its lines. */
  static linesOf(Q: PreparedPoint): WasmLines {
    return Q.live;
  }
}

/** The second point of a pair. */
type Second = StagedPoint | PreparedPoint;

/**
 * A pairing e: G1 × G2 → GT, e(a·P, b·Q) = e(P, Q)^(a·b), prepared once and used many times.
 *
 * Points are checked as in the calls of the groups. All calls except those named `Vartime` are constant time in points and exponents once
 * these are in WebAssembly. Whether a point is the identity may show.
 *
 * @example
 * using e = new Pairing("BLS12-381");
 * const { g1, g2, gt } = e;
 * const value = e.pair(g1.multiply(2n), g2.multiply(3n));
 * value.equals(gt.pow(e.pair(g1.g, g2.g), 6n)); // true
 */
export class Pairing<N extends string = PairingName> extends Disposable<WasmPairing> {
  /** The name. */
  readonly name: N;
  /** The group of the first arguments. */
  readonly g1: Curve;
  /** The group of the second arguments. */
  readonly g2: Curve<readonly bigint[]>;
  /** The group of the values. */
  readonly gt: Gt;
  readonly #home: Home;
  readonly #points: readonly [Points<bigint>, Points<readonly bigint[]>];

  /** @internal */
  constructor(on: (make: (instance: PairingsInstance) => WasmPairing) => WasmPairing, given: string, names: Names<N>) {
    const name = toName(names, given);
    const pairing = on((instance) => new WasmPairing(instance, name));
    super("Pairing", pairing);
    this.own(pairing);
    this.name = name;
    const binary = name.startsWith("SS2-");
    this.g1 = new Curve(pairing.g1, binary ? POLYNOMIALS : NUMBERS);
    this.g2 = new Curve(pairing.g2, { ...arraysOf(pairing.degree), binary });
    this.#points = [Curve.pointsOf(this.g1), Curve.pointsOf(this.g2)];
    this.#home = { order: this.g1.order, byteLength: this.g1.byteLength, pairing: () => this.live };
    this.gt = new Gt(this.#home);
  }

  /** The order of the three groups, a prime. */
  get order(): bigint {
    return this.g1.order;
  }

  /**
   * e(P, Q), which is 1 if one of them is the identity.
   *
   * @throws TypeError if a coordinate is neither a bigint nor a safe integer; RangeError if a point is not in its group.
   */
  pair(P: Point, Q: G2Point | PreparedPoint): GtElement {
    return this.#product([this.#read(P, "P", Q, "Q")], () => ["P", "Q"]);
  }

  /**
   * Π e(P, Q) over pairs [P, Q], with one final exponentiation for all; 1 for an empty array.
   *
   * @throws TypeError and RangeError as `pair`.
   */
  product(pairs: readonly (readonly [P: Point, Q: G2Point | PreparedPoint])[]): GtElement {
    const read = toList(pairs, "pairs", "an array of pairs [P, Q]", (pair, name) => {
      const both = toList<unknown, unknown>(pair, name, "a pair [P, Q]", (point) => point);
      if (both.length !== 2) throw typeError(`${name} must be a pair [P, Q], got an array of ${both.length}`);
      const [P, Q] = both as [Point, G2Point | PreparedPoint];
      return this.#read(P, `${name}[0]`, Q, `${name}[1]`);
    });
    return this.#product(read, (i) => [`pairs[${i}][0]`, `pairs[${i}][1]`]);
  }

  /**
   * Whether Π e(P, Q) is 1.
   *
   * @throws TypeError and RangeError as `pair`.
   * @example
   * const e = new Pairing("alt_bn128");
   * const { g1, g2 } = e;
   * e.isOne([[g1.multiply(6n), g2.g], [g1.negate(g1.multiply(2n)), g2.multiply(3n)]]); // true
   */
  isOne(pairs: readonly (readonly [P: Point, Q: G2Point | PreparedPoint])[]): boolean {
    return this.product(pairs).isOne();
  }

  /**
   * Prepares Q for many pairings. It computes the lines of its pairings, a third of the work, only once.
   *
   * @throws TypeError and RangeError as `pair`.
   * @example
   * const e = new Pairing("BN254N");
   * using g = e.prepare(e.g2.g);
   * e.pair(e.g1.g, g).equals(e.pair(e.g1.g, e.g2.g)); // true
   */
  prepare(Q: G2Point): PreparedPoint {
    const point = this.#points[1].stage(Q, "Q");
    const lines = answer(
      () => this.live.prepare(point),
      () => "Q",
    );
    return new PreparedPoint(this.#home, lines, this.#points[1].toPoint(point && [point[0], point[1], true]));
  }

  /**
   * Maps u to a point of G1 by RFC 9380 (`map_to_curve` and `clear_cofactor`), only for BLS12-381. Constant time.
   *
   * @throws TypeError if u is neither a bigint nor a safe integer; RangeError if it is not from 0 to p − 1, or the pairing has no map.
   */
  mapToG1(u: Int): Point {
    return this.#points[0].toPoint(this.#map(this.#points[0].stage({ x: u as bigint, y: 0n }, "u"), false));
  }

  /**
   * Maps [u_0, u_1] to a point of G2 by RFC 9380, only for BLS12-381. Constant time.
   *
   * @throws TypeError and RangeError as `mapToG1`.
   */
  mapToG2(u: readonly Int[]): G2Point {
    const zeros = this.#points[1].identity.y;
    const staged = this.#points[1].stage({ x: u as readonly bigint[], y: zeros }, "u");
    return this.#points[1].toPoint(this.#map(staged, true));
  }

  /** @internal The output of the precompiled contract at this address. If it fails, `failed` makes the error. */
  precompile(address: number, input: Uint8Array, failed: (why: PrecompileFailure) => Error): Uint8Array {
    const pairing = this.live;
    try {
      return pairing.precompile(address, input);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw failed(failureOf(error.code));
    }
  }

  /** Frees the memory of the pairing and of its groups, and zeroes it. Every later call is an Error. */
  override dispose(): void {
    this.g1.dispose();
    this.g2.dispose();
    super.dispose();
  }

  #map(staged: StagedPoint, second: boolean): StagedPoint {
    const pairing = this.live;
    if (this.name !== "BLS12-381") throw rangeError(`there is no map to the groups of ${this.name}; use BLS12-381`);
    return pairing.map(staged?.[0] ?? 0n, second);
  }

  /** Stages the points of a pair, except a prepared point. */
  #read(P: Point, nameP: string, Q: G2Point | PreparedPoint, nameQ: string): readonly [StagedPoint, Second] {
    const [first, second] = this.#points;
    return [first.stage(P, nameP), PreparedPoint.isOf(this.#home, Q) ? Q : second.stage(Q, nameQ)];
  }

  #product(
    pairs: readonly (readonly [StagedPoint, Second])[],
    names: (i: number) => readonly [string, string],
  ): GtElement {
    // only now, because reading the arguments may have disposed of a prepared point
    const staged = pairs.map(([p, q]) => [p, q instanceof PreparedPoint ? PreparedPoint.linesOf(q) : q] as const);
    let refused: PairRefusal | undefined;
    const bytes = answer(
      () => {
        try {
          return this.live.product(staged);
        } catch (error) {
          if (error instanceof PairRefusal) refused = error;
          throw error;
        }
      },
      () => names(refused?.index ?? 0)[refused?.isQ ? 1 : 0],
    );
    return new GtElement(this.#home, bytes);
  }
}
