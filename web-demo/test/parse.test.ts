import { describe, expect, test } from "vitest";
import { fromHash, toHash } from "../src/calculator/link.js";
import { parse, parseModulus } from "../src/calculator/parse.js";

describe("numbers as visitors write them", () => {
  test.each([
    ["65537", 65537n],
    [" 1 000\n000 ", 1_000_000n],
    ["1’000_000", 1_000_000n],
    ["0xFf", 255n],
    ["-12", -12n],
    ["−12", -12n],
    ["+0x10", 16n],
    ["9".repeat(3000), 10n ** 3000n - 1n],
  ])("%s", (text, value) => {
    expect(parse(text)).toEqual({ value });
  });

  test.each([
    ["", /whole number, such as/],
    ["-", /digits after “-”/],
    ["0x", /digits after “0x”/],
    ["1e3", /without an exponent/],
    ["1.5e3", /without an exponent/],
    ["deadbeef", /“d” is no decimal digit. If this is hex, write 0x in front/],
    ["12g", /“g” is no decimal digit/],
    ["0x12g", /“g” is no hex digit/],
    ["2^61-1", /“\^” is no decimal digit/],
  ])("%s is explained", (text, explanation) => {
    expect(parse(text)).toEqual({ error: expect.stringMatching(explanation) });
  });

  // a thousand, or one with decimals: it depends on the country
  test.each(["1,000", "1,5", "-1,000,000", "0x1,000", "1,", "1.000", "1.5", "1.000.000", "1.000,5"])(
    "%s is refused, not guessed",
    (text) => {
      const mark = text.replaceAll(/[^.,]/g, "").charAt(0);
      expect(parse(text)).toEqual({
        error: expect.stringContaining(`“${mark}” may stand for decimals or for thousands`),
      });
    },
  );

  test("a modulus is at least 1", () => {
    expect(parseModulus("1")).toEqual({ value: 1n });
    for (const text of ["0", "-7"]) expect(parseModulus(text)).toEqual({ error: "The modulus must be at least 1." });
  });
});

describe("the address of a calculation", () => {
  test("holds what was written", () => {
    const fields = { base: "-3", exponent: "0xff", modulus: "1 000" };
    expect(fromHash(toHash(fields))).toEqual({ ...fields, modulus: "1000" });
  });

  test("is no other anchor", () => {
    for (const hash of ["", "#race", "#calculator", "#calculator?"]) expect(fromHash(hash)).toBeUndefined();
  });
});
