/** Points in the form that users see. */
import { type Int, isArray, reading, show, toInt, toList } from "../api/validate.js";
import { rangeError, typeError } from "../limbs/errors.js";
import { bitLength } from "../limbs/length.js";
import type { StagedPoint } from "../wasm/curves.js";

/**
 * A point by its coordinates: numbers from 0 to p − 1, or to 2^m − 1 over GF(2^m), or in an extension arrays of these, the lowest
 * coefficient first. The identity has only zeros, which are on no curve with b ≠ 0, and in no subgroup of odd order. Points are
 * immutable. Every call takes plain objects of this shape.
 */
export interface Point<C = bigint> {
  /** The first coordinate. */
  readonly x: C;
  /** The second coordinate. */
  readonly y: C;
  /** Points that calls return have it, for `JSON.stringify`: numbers become hexadecimal text, as "0x1f", which `BigInt` reads. */
  toJSON?(): object;
}

/** A point that a call returns. */
class ReturnedPoint<C> implements Point<C> {
  readonly x: C;
  readonly y: C;
  /** The `Points` of its curve, if a call returned it as a point of the subgroup. */
  readonly #subgroup: object | undefined;

  constructor(x: C, y: C, subgroup?: object) {
    this.x = x;
    this.y = y;
    this.#subgroup = subgroup;
    Object.freeze(this);
  }

  /** Whether a call returned the point as one of the subgroup. */
  static isIn(point: object, subgroup: object): boolean {
    return #subgroup in point && point.#subgroup === subgroup;
  }

  toJSON(): object {
    const text = (x: unknown): unknown => (Array.isArray(x) ? x.map(text) : `0x${(x as bigint).toString(16)}`);
    return { x: text(this.x), y: text(this.y) };
  }
}

/** The coefficients of both coordinates. */
type Coefficients = readonly [x: readonly bigint[], y: readonly bigint[]];

/** The form of a coordinate: a number, or an array of coefficients. */
export interface Form<C> {
  /** Coefficients of a coordinate. */
  readonly degree: number;
  /** Whether numbers are polynomials over GF(2), and p the polynomial of the field. */
  readonly binary?: boolean;
  /** The coefficients of the argument `name`, the lowest first. */
  split(x: C, name: string): readonly bigint[];
  join(coefficients: readonly bigint[]): C;
}

/** Coordinates modulo p. */
export const NUMBERS: Form<bigint> = {
  degree: 1,
  split: (x, name) => [toInt(x, name)],
  join: ([x = 0n]) => x,
};

/** Coordinates in GF(2^m). */
export const POLYNOMIALS: Form<bigint> = { ...NUMBERS, binary: true };

/** The bound above all coefficients: p, or 2^m. */
export function boundOf(form: Form<unknown>, p: bigint): bigint {
  return form.binary ? 1n << BigInt(bitLength(p) - 1) : p;
}

/** Coordinates in an extension of this degree. */
export function arraysOf(degree: number): Form<readonly bigint[]> {
  return {
    degree,
    split(x, name) {
      const wanted = `an array of ${degree} coefficients`;
      const coefficients = toList<Int, bigint>(x, name, wanted, (coefficient, item) => toInt(coefficient, item));
      if (coefficients.length === degree) return coefficients;
      throw typeError(`${name} must be ${wanted}, got ${coefficients.length}`);
    },
    join: (coefficients) => Object.freeze([...coefficients]),
  };
}

/** Points with coordinates of one form modulo one p. A staged coordinate has its coefficients one after the other. */
export class Points<C> {
  /** The identity. */
  readonly identity: Point<C>;
  readonly #form: Form<C>;
  readonly #bound: bigint;
  readonly #bits: number;

  constructor(form: Form<C>, p: bigint) {
    this.#form = form;
    this.#bound = boundOf(form, p);
    this.#bits = 64 * Math.ceil(bitLength(p) / 64);
    this.identity = new ReturnedPoint(this.coordinate(0n), this.coordinate(0n));
  }

  /** Reads the coefficients of the coordinates once. */
  read(point: Point<C>, name: string): Coefficients {
    const isEncoding = ArrayBuffer.isView(point) || typeof point === "string";
    const remedy = isEncoding ? "; decode the bytes of an encoding with decode first" : "";
    const wrong = () => typeError(`${name} must be a point { x, y }, got ${show(point)}${remedy}`);
    if (isEncoding || typeof point !== "object" || point === null || isArray(point)) throw wrong();
    return reading(point, wrong, () => [
      this.#form.split(point.x, `${name}.x`),
      this.#form.split(point.y, `${name}.y`),
    ]);
  }

  /** Checks the coordinates of a point and stages it. */
  stage(point: Point<C>, name: string): StagedPoint {
    const [x, y] = this.read(point, name);
    const isArray = this.#form.degree > 1;
    for (const [letter, coefficients] of [
      ["x", x],
      ["y", y],
    ] as const) {
      for (const [i, value] of coefficients.entries()) {
        checkResidue(value, `${name}.${letter}${isArray ? `[${i}]` : ""}`, this.#bound, this.#form);
      }
    }
    return this.pack([x, y], ReturnedPoint.isIn(point, this));
  }

  /** Stages a point with coordinates that are in the field. */
  pack([x, y]: Coefficients, isKnown: boolean): StagedPoint {
    const pack = (coefficients: readonly bigint[]) =>
      coefficients.reduceRight((packed, coefficient) => (packed << BigInt(this.#bits)) | coefficient, 0n);
    const staged = [pack(x), pack(y), isKnown] as const;
    return staged[0] === 0n && staged[1] === 0n ? undefined : staged;
  }

  /** Whether all coordinates are in the field. */
  areBelow(coefficients: Coefficients): boolean {
    return coefficients.every((all) => all.every((value) => value >= 0n && value < this.#bound));
  }

  /** The point of staged coordinates, for the user. */
  toPoint(staged: StagedPoint): Point<C> {
    if (staged === undefined) return this.identity;
    const [x, y, isKnown] = staged;
    return new ReturnedPoint(this.coordinate(x), this.coordinate(y), isKnown ? this : undefined);
  }

  /** The coordinate of staged coefficients. */
  coordinate(packed: bigint): C {
    const coefficients: bigint[] = [];
    for (let i = 0; i < this.#form.degree; i++)
      coefficients.push(BigInt.asUintN(this.#bits, packed >> BigInt(i * this.#bits)));
    return this.#form.join(coefficients);
  }
}

/** Checks that the argument `name` is at least 0 and below the bound. */
export function checkResidue(value: bigint, name: string, bound: bigint, { binary }: Form<unknown> = NUMBERS): void {
  if (value >= 0n && value < bound) return;
  throw rangeError(`${name} must be from 0 to ${binary ? "2^m" : "p"} − 1, got ${show(value)}`);
}
