import { expect, test } from "vitest";
import { shortHex } from "../../src/shared/numbers.js";
import { hasPython, shell } from "../shell.js";
import type { Stage } from "./browsers.js";
import { checkLooks } from "./looks.js";
import type { Visit } from "./visit.js";

/**
 * Races on a choice of the list until modexp is `least` times as fast as BigInt, at most three times: other work on the
 * machine makes a race worse, never better. Checks every race's results, and returns the last ratio.
 */
async function race(visit: Visit, choice: string, least: number): Promise<number> {
  await visit.page.select(".race select", choice);
  let ratio = 0;
  for (let attempt = 0; attempt < 3 && ratio < least; attempt++) {
    await visit.page.click(".race__controls .button");
    await visit.sees(".race__controls .button", /Stop/);
    await visit.sees(".race__controls .button", /Race again/);
    expect(await visit.text(".race__note")).toMatch(/All results are equal: [0-9a-f]{8}…[0-9a-f]{8}/);
    ratio = Number.parseFloat(await visit.text(".verdict__ratio"));
  }
  return ratio;
}

export function testRace(stage: Stage): void {
  test("a first visit races by itself, and shows the ratio", async () => {
    const visit = await stage.visit("", { still: false });
    await visit.sees(".race__note", /All results are equal/);
    await visit.sees(".race__controls .button", /Race again/);
    expect(Number.parseFloat(await visit.text(".verdict__ratio"))).toBeGreaterThan(1);
    await visit.shoot("first");
    expect(visit.complaints).toEqual([]);
  });

  // Firefox takes no touch screen from its driver
  test.skipIf(stage.kind === "firefox")("a phone races when it is asked to", async () => {
    const visit = await stage.visit("", { still: false });
    await visit.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    await visit.page.reload();
    await visit.sees(".foot", /tier relaxed/);
    await visit.sees(".race__controls .button", /Start the race/);
  });

  test("an RSA signature of 2048 bits takes BigInt five times as long and more", async () => {
    const visit = await stage.visit();
    const ratio = await race(visit, "rsa-2048", 5);
    console.log(`${stage.kind}: RSA-2048 ${ratio}×`);
    expect(ratio).toBeGreaterThanOrEqual(5);
    expect(await visit.page.$$eval(".lane", (lanes) => lanes.length)).toBe(4);
    if (hasPython()) {
      const line = await visit.page.$eval("#race-check code", (code) => code.textContent ?? "");
      const printed = BigInt(shell(line));
      expect(await visit.text(".race__note")).toContain(shortHex(printed));
    }
    await visit.shoot("race-rsa", "#race");
    expect(visit.complaints).toEqual([]);
  });

  test("stops in the midst of a long power", async () => {
    const visit = await stage.visit();
    await visit.page.select(".race select", "random-8192");
    await visit.press("Start the race", ".race");
    await visit.sees(".lane--modexp", /per second/);
    await visit.press("Stop", ".race");
    await visit.sees(".race__note", /Stopped/);
    // a stopped race stays stopped
    const before = await visit.text(".lanes");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await visit.text(".lanes")).toBe(before);
    expect(visit.complaints).toEqual([]);
  });

  test("any modulus of 2048 bits is raced on, then all sizes are drawn and given away as JSON", {
    timeout: 240_000,
  }, async () => {
    const visit = await stage.visit();
    const ratio = await race(visit, "random-2048", 1.5);
    console.log(`${stage.kind}: random 2048 bits ${ratio}×`);
    expect(ratio).toBeGreaterThanOrEqual(1.5);
    await visit.page.evaluate(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        if (blob instanceof Blob) blob.text().then((text) => Object.assign(globalThis, { saved: text }));
        return make(blob);
      };
    });
    await visit.press("Measure all sizes");
    await visit.sees(".sweep", /All sizes are measured/, 180_000);
    const rows = await visit.page.$$eval("tbody tr", (lines) => lines.map((line) => line.textContent ?? ""));
    expect(rows).toHaveLength(7);
    for (const row of rows) expect(row).toMatch(/[µm]?s .* – .*s.*× .*× – .*×equal$/);
    // the canvas shows something: it has more than one colour
    const colours = await visit.page.$eval(".chart canvas", (canvas) => {
      const image = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, 300, 300);
      return new Set(new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0))).size;
    });
    expect(colours).toBeGreaterThan(2);

    await visit.press("Save as JSON");
    const saved = await visit.page.waitForFunction(() => (globalThis as { saved?: string }).saved);
    const report = JSON.parse((await saved.jsonValue()) ?? "");
    expect(report.rows.map(({ bits }: { bits: number }) => bits)).toEqual([256, 512, 1024, 2048, 3072, 4096, 8192]);
    // several turns, not one: their figures differ somewhere
    const spreads = report.rows.flatMap((row: Record<string, unknown>) => [row.modexp, row.bigint, row.ratio]);
    for (const { low, median, high } of spreads) expect(0 < low && low <= median && median <= high).toBe(true);
    expect(spreads.some(({ low, high }: { low: number; high: number }) => low < high)).toBe(true);
    expect(await visit.text(".sweep caption")).toMatch(/median of 5 turns, and the quartiles/);
    await checkLooks(visit, "race", "#race");
    expect(visit.complaints).toEqual([]);
  });
}
