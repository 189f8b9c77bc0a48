/** docs/bytes.md with numbers and lengths from an attacker. */
import { describe, expect, test } from "vitest";
import { concat, randomBelow, toBigInt, toBytes } from "../../docs/bytes.md";

describe("bytes and numbers", () => {
  test("are each other's inverse, and no number is cut", () => {
    for (const length of [1, 2, 31, 32, 33]) {
      const end = 1n << BigInt(8 * length);
      for (const x of [0n, 1n, 255n, end / 2n, end - 1n]) {
        expect(toBytes(x, length)).toHaveLength(length);
        expect(toBigInt(toBytes(x, length))).toBe(x);
      }
      for (const x of [-1n, -255n, 1n - end, end, end + 1n, end << 64n]) {
        expect(() => toBytes(x, length), `${x}`).toThrow(`to fit into ${length} bytes`);
      }
    }
    expect(toBigInt(new Uint8Array(0))).toBe(0n);
    expect(toBigInt(new Uint8Array(9))).toBe(0n);
    expect(concat()).toHaveLength(0);
  });

  test("random numbers are from 1 to the limit, each of them, and a limit without any is refused", () => {
    for (const limit of [2n, 3n, 4n, 5n, 16n, 17n]) {
      const seen = new Set(Array.from({ length: 1000 }, () => randomBelow(limit)));
      expect([...seen].sort((a, b) => Number(a - b))).toEqual(
        Array.from({ length: Number(limit) - 1 }, (_, i) => BigInt(i + 1)),
      );
    }
    for (const limit of [1n, 0n, -1n, -(1n << 64n)])
      expect(() => randomBelow(limit)).toThrow("limit must be at least 2");
  });
});
