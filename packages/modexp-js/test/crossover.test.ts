import { describe, expect, test } from "vitest";
import { bigIntWins } from "../src/api/crossover.js";
import { createModexp, engine, modPow } from "../src/index.js";
import { powReference } from "./shared/reference.js";
import { tiers } from "./shared/tiers.js";

describe("the choice between BigInt and WebAssembly", () => {
  test("tiny powers are for BigInt, long ones for WebAssembly, js does all", () => {
    for (const tier of ["relaxed", "wide", "simd"] as const) {
      expect(bigIntWins(tier, 32, 32)).toBe(true);
      expect(bigIntWins(tier, 2048, 2)).toBe(true);
      expect(bigIntWins(tier, 4096, 4096)).toBe(false);
    }
    expect(bigIntWins("js", 4096, 4096)).toBe(true);
  });

  test("engine() names BigInt where it is used", () => {
    expect(engine().kernel(16)).toBe("bigint");
    if (engine().tier !== "js") expect(engine().kernel(4096)).not.toBe("bigint");
  });

  test("a forced tier computes small powers itself", () => {
    for (const { tier } of tiers.filter(({ tier }) => tier !== "js")) {
      expect(createModexp({ tier }).engine().kernel(16)).not.toBe("bigint");
    }
  });

  test("both sides of every threshold are right", () => {
    for (const bits of [8, 64, 65, 128, 129, 192, 193, 256, 257, 384, 385, 512, 513, 1024, 1025]) {
      const m = (1n << BigInt(bits)) - 1n;
      for (const exponentBits of [1, 5, 8, 13, 14, 19, 20, 24, 34, 40, 90, 95, 96, 97, 128]) {
        const e = (1n << BigInt(exponentBits)) - 1n;
        expect(modPow(3n, e, m)).toBe(powReference(3n, e, m));
      }
    }
  });
});
