import { powBinary } from "modexp-bench/src/bigint.mjs";
import { expect, test } from "vitest";
import { randomBits } from "../../src/shared/numbers.js";
import type { Stage } from "./browsers.js";
import { checkLooks } from "./looks.js";

const modulus = (1n << 2047n) | randomBits(2047) | 1n;
const base = randomBits(2048) % modulus;
const exponent = randomBits(2048);
const power = powBinary(base, exponent, modulus);

export function testCalculator(stage: Stage): void {
  test("2048 bits in decimal and hex, verified, and a link that calculates it again", async () => {
    const visit = await stage.visit();
    await visit.paste("textarea[name=base]", `${base}`);
    await visit.paste("textarea[name=exponent]", `0x${exponent.toString(16)}`);
    await visit.paste("textarea[name=modulus]", `${modulus}`);
    await visit.press("Compute");
    await visit.sees(".calculator__result", /bits? in .*on the tier relaxed/);
    expect(await visit.value(".calculator__digits")).toBe(`${power}`);
    await visit.choose("notation", "hex");
    expect(await visit.value(".calculator__digits")).toBe(`0x${power.toString(16)}`);
    await visit.press("Verify with BigInt");
    await visit.sees(".calculator__result", /comes to the same number/);
    await checkLooks(visit, "calculator", "#calculator");

    const link = await visit.page.evaluate(() => location.hash);
    expect(visit.complaints).toEqual([]);
    const second = await stage.visit(link);
    await second.sees(".calculator__result", /on the tier/);
    expect(await second.value(".calculator__digits")).toBe(`${power}`);
    expect(second.complaints).toEqual([]);
  });

  test("negative numbers, even moduli, and what has no inverse", async () => {
    const visit = await stage.visit("#calculator?base=-5&exponent=-3&modulus=1024");
    await visit.sees(".calculator__result", /bits? in/);
    const result = BigInt(await visit.value(".calculator__digits"));
    expect((result * 5n ** 3n + 1n) % 1024n).toBe(0n);
    await visit.press("Verify with BigInt");
    await visit.sees(".calculator__result", /comes to the same number/);

    await visit.write("textarea[name=base]", "6");
    await visit.press("Compute");
    await visit.sees(".calculator__result", /could not be computed: .*inverse/);
    expect(visit.complaints).toEqual([]);
  });

  test("bad input is explained beside its field", async () => {
    const visit = await stage.visit();
    await visit.write("textarea[name=exponent]", "cafe");
    await visit.write("textarea[name=modulus]", "0");
    expect(await visit.text("#calculator-exponent-note")).toMatch(/write 0x in front/);
    expect(await visit.text("#calculator-modulus-note")).toMatch(/at least 1/);
    const described = await visit.page.$eval("textarea[name=modulus]", (field) => ({
      invalid: field.getAttribute("aria-invalid"),
      by: field.getAttribute("aria-describedby"),
    }));
    expect(described).toEqual({ invalid: "true", by: "calculator-modulus-note" });
    await visit.press("Compute");
    expect(await visit.page.$(".calculator__digits")).toBeNull();
    await visit.shoot("calculator-errors", "#calculator");
    expect(visit.complaints).toEqual([]);
  });

  test("a long power is stopped", async () => {
    const hex = (x: bigint) => `0x${x.toString(16)}`;
    const long = { base: hex(3n), exponent: hex(1n << 200_000n), modulus: hex((1n << 16_000n) + 1n) };
    const visit = await stage.visit();
    for (const [name, text] of Object.entries(long)) await visit.paste(`textarea[name=${name}]`, text);
    await visit.press("Compute");
    await visit.press("Stop", ".calculator");
    await visit.sees(".calculator__result", /Stopped/);
    expect(visit.complaints).toEqual([]);
  });
}
