/** Affine arithmetic on curves over GF(2^m), by the definition of the group. */
import type { Curve, Point } from "../../src/curves.js";
import { Reference } from "./curve-checks.js";

function degree(a: bigint): number {
  const hex = a.toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 27;
}

/** y² + x·y = x³ + a·x² + b. */
export class BinaryReference extends Reference {
  readonly #m: bigint;
  /** p without x^m. */
  readonly #low: bigint;

  constructor(curve: Curve) {
    super(curve.p, curve.a);
    this.#m = BigInt(degree(curve.p));
    this.#low = curve.p ^ (1n << this.#m);
  }

  override add(P: Point, Q: Point): Point {
    const identity = { x: 0n, y: 0n };
    if (P.x === 0n && P.y === 0n) return Q;
    if (Q.x === 0n && Q.y === 0n) return P;
    if (P.x === Q.x && (P.y !== Q.y || P.x === 0n)) return identity;
    if (P.x === Q.x) {
      const slope = P.x ^ this.product(P.y, this.inverse(P.x));
      const x = this.product(slope, slope) ^ slope ^ this.a;
      return { x, y: this.product(P.x, P.x) ^ this.product(slope ^ 1n, x) };
    }
    const slope = this.product(P.y ^ Q.y, this.inverse(P.x ^ Q.x));
    const x = this.product(slope, slope) ^ slope ^ P.x ^ Q.x ^ this.a;
    return { x, y: this.product(slope, P.x ^ x) ^ x ^ P.y };
  }

  /** a·b. */
  product(a: bigint, b: bigint): bigint {
    const multiples = [0n];
    for (const shift of [0n, 1n, 2n, 3n]) multiples.push(...multiples.map((multiple) => multiple ^ (a << shift)));
    let product = 0n;
    for (const digit of b.toString(16)) product = (product << 4n) ^ (multiples[Number.parseInt(digit, 16)] ?? 0n);
    while (product >> this.#m !== 0n) {
      const high = product >> this.#m;
      product = BigInt.asUintN(Number(this.#m), product);
      for (let shift = 0n, rest = this.#low; rest !== 0n; shift++, rest >>= 1n) if (rest & 1n) product ^= high << shift;
    }
    return product;
  }

  /** 1/a, by Euclid's algorithm. */
  inverse(a: bigint): bigint {
    let [r, next, x, y] = [this.p, a, 0n, 1n];
    while (next !== 1n) {
      const shift = degree(r) - degree(next);
      if (shift < 0) {
        [r, next, x, y] = [next, r, y, x];
        continue;
      }
      r ^= next << BigInt(shift);
      x ^= y << BigInt(shift);
      if (degree(r) < degree(next)) [r, next, x, y] = [next, r, y, x];
    }
    return this.product(y, 1n);
  }

  /** The b with b² = a. */
  root(a: bigint): bigint {
    let b = a;
    for (let i = 1n; i < this.#m; i++) b = this.product(b, b);
    return b;
  }
}
