/**
 * Square roots modulo a prime p, by Tonelli and Shanks. With p − 1 = d·2^s for an odd d, the power a^((d + 1)/2) is a root of a·t, where
 * t = a^d is of order 2^s at most. It remains to find the e with t·h^e = 1 for a generator h of that group, by its halves, which takes
 * s·log s products instead of s². For s = 1 the power is the root.
 */
import { BigIntArithmetic } from "./arithmetic.js";
import { jacobiOf } from "./jacobi.js";
import { isOddPrime, zeros } from "./prime.js";

/** base^exponent mod p. */
type Power = (base: bigint, exponent: bigint) => bigint;

/** Square roots modulo one prime. */
export class SquareRoots {
  readonly #p: bigint;
  /** p − 1 = d·2^s */
  readonly #s: number;
  readonly #d: bigint;
  /** A number of order 2^s, found at the first need. */
  #generator: bigint | undefined;

  private constructor(p: bigint) {
    this.#p = p;
    this.#s = zeros(p - 1n);
    this.#d = (p - 1n) >> BigInt(this.#s);
  }

  /** Roots modulo m; undefined if m is no prime. */
  static modulo(m: bigint): SquareRoots | undefined {
    return m === 2n || (m > 2n && (m & 1n) === 1n && isOddPrime(m)) ? new SquareRoots(m) : undefined;
  }

  /** The smaller root of a in [0, p); undefined if none exists. */
  of(a: bigint, pow: Power): bigint | undefined {
    const p = this.#p;
    let root = pow(a, (this.#d + 1n) >> 1n);
    if (this.#s > 1) root = this.#corrected(root, a, pow);
    if ((root * root) % p !== a) return undefined;
    return root > p - root ? p - root : root;
  }

  /** A root of a, if it has one, from a root of a·t. */
  #corrected(root: bigint, a: bigint, pow: Power): bigint {
    const p = this.#p;
    let candidate = 2n;
    if (this.#generator === undefined) while (jacobiOf(candidate, p) !== -1) candidate++;
    this.#generator ??= pow(candidate, this.#d);
    const field = new BigIntArithmetic(p);
    const e = logarithm(field, p, pow(a, this.#d), this.#generator, this.#s);
    // an odd e gives no root
    return (root * field.pow(this.#generator, e >> 1n)) % p;
  }
}

/** The e in [0, 2^bits) with t·h^e = 1 mod p, for an h of order 2^bits and a power t of it. */
function logarithm(field: BigIntArithmetic, p: bigint, t: bigint, h: bigint, bits: number): bigint {
  if (bits === 1) return t === 1n ? 0n : 1n;
  const [lower, upper] = [bits >> 1, bits - (bits >> 1)];
  const up = (x: bigint, count: number) => field.squareRepeated(x, BigInt(count));
  const low = logarithm(field, p, up(t, upper), up(h, upper), lower);
  const high = logarithm(field, p, (t * field.pow(h, low)) % p, up(h, lower), upper);
  return low | (high << BigInt(lower));
}
