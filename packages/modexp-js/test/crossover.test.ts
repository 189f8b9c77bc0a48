import { afterEach, describe, expect, test, vi } from "vitest";
import { bigIntWins } from "../src/api/crossover.js";
import { BigIntArithmetic } from "../src/bigint/arithmetic.js";
import { createModexp, engine, type Modexp, modPow } from "../src/index.js";
import { WasmArithmetic } from "../src/wasm/arithmetic.js";
import { powReference } from "./shared/reference.js";
import { fresh, tiers } from "./shared/tiers.js";

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
      expect(fresh(tier).engine().kernel(16)).not.toBe("bigint");
    }
  });

  describe.each(tiers.filter(({ tier }) => tier !== "js"))(
    "what computes, where $tier is forced or chosen",
    ({ tier, api }) => {
      const P = (1n << 521n) - 1n;
      afterEach(() => vi.restoreAllMocks());

      /** The numbers of calls on BigInt and on WebAssembly. */
      const callsOf = (
        method: "pow" | "powVartime" | "powMany" | "powEach" | "powProduct" | "squareRepeated",
        work: () => unknown,
      ) => {
        const spies = [BigIntArithmetic, WasmArithmetic].map((each) => vi.spyOn(each.prototype, method));
        work();
        const calls = spies.map((spy) => spy.mock.calls.length);
        vi.restoreAllMocks();
        return calls;
      };

      test.each([
        ["pow", (m, e) => m.pow(3n, e)],
        ["powVartime", (m, e) => m.powVartime(3n, e)],
        ["powMany", (m, e) => m.powMany([3n, 5n], [1n, e])],
        ["powEach", (m, e) => m.powEach(3n, [e, 1n])],
        ["powProduct", (m, e) => m.powProduct([3n, 5n], [1n, e])],
        ["squareRepeated", (m, e) => m.squareRepeated(3n, e === 1n ? 1 : 521)],
      ] as [Parameters<typeof callsOf>[0], (m: InstanceType<Modexp["Modulus"]>, e: bigint) => unknown][])(
        "%s",
        (method, work) => {
          const [forced, chosen] = [new api.Modulus(P), new (createModexp().Modulus)(P)];
          expect(callsOf(method, () => work(forced, 1n))).toEqual([0, 1]);
          expect(callsOf(method, () => work(forced, P - 2n))).toEqual([0, 1]);
          expect(callsOf(method, () => work(chosen, 1n))).toEqual([1, 0]);
          expect(callsOf(method, () => work(chosen, P - 2n))).toEqual([0, 1]);
        },
      );

      test("exponents in variable time are those of RSA alone, unless it is asked for", () => {
        const forced = fresh(tier);
        for (const e of [0n, 1n, 2n, 3n, 4n, 5n, 17n, 65_536n, 65_537n, 65_538n, P]) {
          expect(callsOf("powVartime", () => forced.modPow(7n, e, P))).toEqual([0, e === 3n || e === 65_537n ? 1 : 0]);
        }
      });

      test("a modulus is prepared once for calls one after the other", () => {
        const forced = fresh(tier);
        const free = vi.spyOn(WasmArithmetic.prototype, "free");
        for (const m of [P, P, P, 101n, 101n, P]) forced.modPow(3n, 5n, m);
        expect(free.mock.calls.length).toBe(2);
      });
    },
  );

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
