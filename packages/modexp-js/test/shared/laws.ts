/** The laws of exponentiation, for random numbers of all sizes. */
import fc from "fast-check";
import type { Modexp } from "../../src/index.js";
import { gcd, mod, powReference } from "./reference.js";

const sized = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });
const number = fc.oneof(sized(8), sized(64), sized(256), sized(600));
const integer = fc.tuple(number, fc.boolean()).map(([x, negative]) => (negative ? -x : x));
const modulus = fc.oneof(sized(8), sized(64), sized(256), sized(1100)).map((m) => m + 1n);
const odd = modulus.map((m) => m | 1n);
const exponent = fc.oneof(sized(3), sized(16), sized(70));

/** Primes p with 1, 2 and 32 factors 2 of p − 1. */
const ROOTS = [2n ** 127n - 1n, 2n ** 255n - 19n, 2n ** 64n - 2n ** 32n + 1n];

type Law = fc.IProperty<unknown> | fc.IPropertyWithHooks<[bigint, bigint, bigint, bigint]>;

/** Each law as a property over the API under test. */
export function laws({ modPow, modPowVartime, modInverse, Modulus }: Modexp): Record<string, Law> {
  const property = (law: (a: bigint, b: bigint, x: bigint, y: bigint, m: bigint) => boolean, moduli = modulus) =>
    fc.property(integer, integer, exponent, exponent, moduli, law) as unknown as Law;

  return {
    "pow of a sum of exponents is the product of pows": property(
      (a, _b, x, y, m) => modPow(a, x + y, m) === (modPow(a, x, m) * modPow(a, y, m)) % m,
    ),
    "pow of a product of exponents is pow of pow": property(
      (a, _b, x, y, m) => modPow(a, x * y, m) === modPow(modPow(a, x, m), y, m),
    ),
    "pow of a product is the product of pows": property(
      (a, b, x, _y, m) => modPow(a * b, x, m) === (modPow(a, x, m) * modPow(b, x, m)) % m,
    ),
    "pow depends on the base modulo the modulus alone": property(
      (a, b, x, _y, m) => modPow(a + b * m, x, m) === modPow(a, x, m),
    ),
    "powVartime is pow": property((a, _b, x, _y, m) => modPowVartime(a, x, m) === modPow(a, x, m)),
    "pow with exponent 0 is 1, with 1 the base": property(
      (a, _b, _x, _y, m) => modPow(a, 0n, m) === 1n % m && modPow(a, 1n, m) === mod(a, m),
    ),
    "an inverse exists exactly for coprime numbers, and its product is 1": property((a, _b, _x, _y, m) => {
      if (gcd(mod(a, m), m) !== 1n) return throwsRangeError(() => modInverse(a, m));
      return (modInverse(a, m) * mod(a, m)) % m === 1n % m;
    }),
    "inverses of many are the inverses of each": property((a, b, x, y, m) => {
      const coprime = [a, b, x, y, a * b].filter((z) => gcd(mod(z, m), m) === 1n);
      const context = new Modulus(m);
      const inverses = context.inverseMany(coprime);
      context.dispose();
      return equal(
        inverses,
        coprime.map((z) => modInverse(z, m)),
      );
    }),
    "pow with a negative exponent is the inverse of pow": property((a, _b, x, _y, m) => {
      if (gcd(mod(a, m), m) !== 1n) return true;
      return (modPow(a, -x, m) * modPow(a, x, m)) % m === 1n % m;
    }, odd),
    "a Modulus does what the functions do": property((a, b, x, y, m) => {
      const context = new Modulus(m);
      const same =
        context.pow(a, x) === modPow(a, x, m) &&
        context.powVartime(a, x) === modPow(a, x, m) &&
        context.mul(a, b) === mod(a * b, m) &&
        context.square(a) === mod(a * a, m) &&
        context.squareRepeated(a, 5) === modPow(a, 32n, m);
      const powers = [modPow(a, x, m), modPow(b, y, m), modPow(a, y, m)];
      const lists =
        equal(context.powMany([a, b, a], [x, y, y]), powers) &&
        equal(context.powEach(a, [x, y]), [powers[0], powers[2]]) &&
        equal(context.powEachVartime(a, [x, y]), [powers[0], powers[2]]) &&
        context.powProduct([a, b], [x, y]) === mod((powers[0] as bigint) * (powers[1] as bigint), m) &&
        context.powProductVartime([a, b], [x, y]) === mod((powers[0] as bigint) * (powers[1] as bigint), m);
      context.dispose();
      return same && lists;
    }),
    "sums, differences, products and quotients are those of residues": property((a, b, x, y, m) => {
      const context = new Modulus(m);
      const hasInverse = gcd(mod(b, m), m) === 1n;
      const same =
        context.add(a, b) === mod(a + b, m) &&
        context.sub(a, b) === context.add(a, context.neg(b)) &&
        context.mul(context.add(a, x), y) === mod((a + x) * y, m) &&
        (hasInverse ? context.mul(context.div(a, b), b) === mod(a, m) : throwsRangeError(() => context.div(a, b)));
      context.dispose();
      return same;
    }),
    "a square modulo a prime has the smaller of two roots": property((a) => {
      return ROOTS.every((p) => {
        const context = new Modulus(p);
        const x = mod(a, p);
        const isRight = context.sqrt(x * x) === (x > p - x ? p - x : x);
        const isSquare = context.jacobi(a) >= 0;
        context.dispose();
        return isRight && isSquare === (powReference(x, (p - 1n) / 2n, p) !== p - 1n);
      });
    }),
    "powBytes is pow": property((a, _b, x, _y, m) => {
      const context = new Modulus(m);
      const base = a < 0n ? -a : a;
      const power = context.powBytes(bytes(base), bytes(x));
      context.dispose();
      return power.length === Math.ceil(m.toString(2).length / 8) && fromBytes(power) === modPow(base, x, m);
    }),
  };
}

/** Big-endian bytes of x ≥ 0. */
export function bytes(x: bigint): Uint8Array {
  const text = x.toString(16);
  const even = text.length % 2 === 0 ? text : `0${text}`;
  return Uint8Array.from({ length: even.length / 2 }, (_, i) => Number.parseInt(even.slice(2 * i, 2 * i + 2), 16));
}

/** The number with these big-endian bytes. */
export function fromBytes(bytes: Uint8Array): bigint {
  return bytes.reduce((x, byte) => (x << 8n) | BigInt(byte), 0n);
}

function equal(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

function throwsRangeError(call: () => unknown): boolean {
  try {
    call();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}
