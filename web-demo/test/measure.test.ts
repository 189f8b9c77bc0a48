import { afterEach, describe, expect, test, vi } from "vitest";
import { measure, spread, turn } from "../src/shared/measure.js";

describe("the spread of figures", () => {
  test("is the median and the quartiles, in whatever order they come", () => {
    expect(spread([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
    expect(spread([7])).toEqual({ low: 7, median: 7, high: 7 });
    expect(spread([])).toBeUndefined();
  });

  test("of five turns, one that the machine disturbs moves neither the median nor a quartile far", () => {
    expect(spread([1, 1.1, 0.9, 1, 30])).toEqual({ low: 1, median: 1, high: 1.1 });
    expect(spread([1, 1.1, 0.9, 1, 0.01])).toEqual({ low: 0.9, median: 1, high: 1 });
  });
});

describe("with a clock", () => {
  let now = 0;
  /** Calls that take these times; the last time repeats. */
  const calls = (...times: number[]) => {
    now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    return vi.fn(() => {
      now += times.length > 1 ? (times.shift() as number) : (times[0] as number);
      return "result";
    });
  };
  afterEach(() => vi.restoreAllMocks());

  test("a turn is as long as it should be, but has a call at least", () => {
    expect(turn(calls(3), 10)).toEqual({ count: 4, ms: 12, result: "result" });
    expect(turn(calls(50), 10)).toEqual({ count: 1, ms: 50, result: "result" });
  });

  test("the calls during which the engine compiles do not count", () => {
    expect(measure(calls(8, 8, 7, 40, 0.1))).toMatchObject({ ms: expect.closeTo(0.1), result: "result" });
  });

  test("a disturbed turn does not count", () => {
    const cold = new Array(60).fill(1);
    expect(measure(calls(...cold, 40, 1)).ms).toBeCloseTo(1);
  });

  test("a long call is made once", () => {
    const work = calls(5000);
    expect(measure(work)).toEqual({ ms: 5000, result: "result" });
    expect(work).toHaveBeenCalledTimes(1);
  });
});
