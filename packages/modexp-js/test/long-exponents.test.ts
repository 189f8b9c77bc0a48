import { describe, expect, test } from "vitest";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

/** A prime: exponents count modulo P − 1. */
const P = (1n << 255n) - 19n;

/** A number of `bits` bits without a short pattern, different for each seed. */
function long(bits: number, seed: bigint): bigint {
  const digits = powReference(seed, P >> 1n, (1n << 4096n) - 1n).toString(2);
  return BigInt(`0b1${digits.repeat(Math.ceil(bits / digits.length)).slice(0, bits - 1)}`);
}

/** The expected power for long exponents, on BigInt. */
const power = (base: bigint, exponent: bigint) => powReference(base, exponent % (P - 1n), P);

const lengths = tiers.map((each) => ({ ...each, bits: each.tier === "js" ? 200_000 : 2_000_000 }));

describe.each(lengths)("exponents of $bits bits on $tier", ({ api, bits }) => {
  const exponents = [long(bits, 3n), long(bits - 1, 5n), (1n << BigInt(bits)) - 1n];
  const [first = 0n, second = 0n] = exponents;

  test("powers are those of the exponents modulo p − 1", { timeout: 120_000 }, () => {
    using m = new api.Modulus(P);
    const base = P / 3n;
    const powers = exponents.map((exponent) => power(base, exponent));
    expect(m.pow(base, first)).toBe(powers[0]);
    expect(m.powVartime(base, second)).toBe(powers[1]);
    expect(m.powVartime(2n, first)).toBe(power(2n, first));
    expect(m.powEach(base, exponents)).toEqual(powers);
    expect(m.powEachVartime(base, exponents)).toEqual(powers);
    const product = (power(base, first) * power(7n, second)) % P;
    expect(m.powProduct([base, 7n], [first, second])).toBe(product);
    expect(m.powProductVartime([base, 7n], [first, second])).toBe(product);
    expect(m.squareRepeated(base, bits)).toBe(power(base, 1n << BigInt(bits)));
  });

  test("tables for exponents of 2^20 bits", { timeout: 120_000 }, () => {
    using m = new api.Modulus(P);
    const base = P / 5n;
    using tables = m.fixedBase(base, { maxExponentBits: 2 ** 20 });
    for (const exponent of [long(2 ** 20, 7n), (1n << (2n ** 20n)) - 1n]) {
      expect(tables.pow(exponent)).toBe(power(base, exponent));
      expect(tables.powVartime(exponent)).toBe(power(base, exponent));
    }
    expect(() => tables.pow(1n << (2n ** 20n))).toThrow(RangeError);
  });
});
