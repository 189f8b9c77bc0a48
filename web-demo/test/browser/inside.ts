import { powBinary } from "modexp-bench/src/bigint.mjs";
import { expect, test } from "vitest";
import { hasPython, shell } from "../shell.js";
import type { Stage } from "./browsers.js";
import { checkLooks } from "./looks.js";

export function testInside(stage: Stage): void {
  test("a link brings back the exponent", async () => {
    const visit = await stage.visit("#inside?exponent=0xbeef&secrecy=public");
    const bits = () => visit.page.$$eval(".digit__bits", (digits) => digits.map((digit) => digit.textContent).join(""));
    expect(BigInt(`0b${await bits()}`)).toBe(0xbeefn);
    await visit.press("Another exponent");
    await expect.poll(async () => BigInt(`0b${await bits()}`) === 0xbeefn).toBe(false);
    const hash = () => visit.page.evaluate(() => location.hash);
    const exponent = BigInt(`0b${await bits()}`);
    await expect.poll(hash).toBe(`#inside?exponent=0x${exponent.toString(16)}&secrecy=public`);
    expect(visit.complaints).toEqual([]);
  });

  test("the products of a power, one by one, to the end", async () => {
    const visit = await stage.visit();
    // a worker makes the plans
    await visit.sees(".power", /predicts/);
    await visit.choose("exponent-size", "32");
    await visit.press("Step");
    await visit.sees(".power__now", /table: b2 =\s*0000000000000009/);

    await visit.page.focus(".power__scrub input");
    await visit.page.keyboard.press("End");
    // the page draws both after it has handled the key
    const powerOfDigits = async () => {
      const digits = await visit.page.$$eval(".digit__bits", (digits) => digits.map((digit) => digit.textContent));
      const power = powBinary(3n, BigInt(`0b${digits.join("")}`), 2n ** 61n - 1n);
      return [digits.join("").length, power.toString(16).padStart(16, "0") === (await visit.text(".power__value"))];
    };
    await expect.poll(powerOfDigits, { timeout: 10_000 }).toEqual([32, true]);
    if (hasPython()) {
      const line = await visit.page.$eval("#inside-check code", (code) => code.textContent ?? "");
      const printed = BigInt(shell(line));
      expect(printed.toString(16).padStart(16, "0")).toBe(await visit.text(".power__value"));
    }

    const [squarings, multiplications] = (await visit.text(".counts")).match(/\d+ of \d+/g) ?? [];
    const plan = await visit.text(".power__plan");
    expect(plan).toContain(`${squarings?.split(" of ")[1]} squarings`);
    expect(plan).toContain(`${multiplications?.split(" of ")[1]} multiplications`);
    for (const count of [squarings, multiplications]) expect(new Set(count?.split(" of ")).size).toBe(1);
    expect(visit.complaints).toEqual([]);
  });

  test("plays, and pauses", async () => {
    const visit = await stage.visit();
    await visit.choose("secrecy", "public");
    await visit.press("Play");
    await visit.sees(".power__now", /acc/);
    await visit.press("Pause");
    await visit.sees(".power__player .button--main", /Play/);
    const paused = await visit.text(".power__now");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await visit.text(".power__now")).toBe(paused);
    await checkLooks(visit, "inside", "#inside");
    expect(visit.complaints).toEqual([]);
  });

  test("the tier is chosen with its reasons, and can be switched by hand", async () => {
    const visit = await stage.visit();
    await visit.sees(".tiers__name", /relaxed/);
    expect(await visit.text(".probes")).toMatch(/yes\s+WebAssembly.*no\s+Wide arithmetic/s);
    expect(await visit.page.$eval('input[value="wide"]', (input) => (input as HTMLInputElement).disabled)).toBe(true);

    for (const [tier, kernel] of [
      ["simd", /simd/],
      ["js", /bigint/],
    ] as const) {
      await visit.choose("tier", tier);
      await visit.sees(".tiers__name", new RegExp(tier));
      expect(await visit.text(".kernels")).toMatch(kernel);
      await expect.poll(() => visit.page.evaluate(() => location.hash)).toBe(`#tier?tier=${tier}`);
      await visit.press("Compute");
      await visit.sees(".calculator__result", new RegExp(`on the tier ${tier}`));
    }
    expect(visit.complaints).toEqual([]);
  });

  test("a link brings back the tier, but none that this browser cannot run", async () => {
    const linked = await stage.visit("#tier?tier=simd");
    await linked.sees(".tiers__name", /simd/);
    expect(linked.complaints).toEqual([]);
    const wrong = await stage.visit("#tier?tier=wide");
    await wrong.sees(".tiers__name", /relaxed/);
    await expect.poll(() => wrong.page.$eval('input[name="tier"]:checked', (radio) => radio.value)).toBe("auto");
    expect(wrong.complaints).toEqual([]);
  });
}
