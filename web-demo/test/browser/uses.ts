import { expect, test } from "vitest";
import type { Stage } from "./browsers.js";
import { checkLooks } from "./looks.js";

export function testUses(stage: Stage): void {
  test("each use runs, and every check passes", async () => {
    const visit = await stage.visit();
    for (const [id, button, verdict] of [
      ["agreement", "Agree on a key", /hold the same key/],
      ["points", "Agree on a point", /come to the same point/],
      ["signature", "Sign and verify", /agree in every byte/],
      ["blind", "Sign blindly", /never saw/],
      ["bls", "Sign together", /stands for all three/],
      ["sum", "Sum them up", /The sum is right/],
      ["tally", "Hold the election", /\d+ yes, \d+ no, and no ballot was opened/],
    ] as const) {
      await visit.press(button);
      await visit.sees(`#${id} .use__verdict`, verdict);
      expect(await visit.page.$$eval(`#${id} .passed`, (checks) => checks.length)).toBeGreaterThan(0);
      expect(await visit.page.$$eval(`#${id} .transcript .error`, (checks) => checks.length)).toBe(0);
    }
    const keys = await visit.page.$$eval("#agreement code", (codes) => codes.map((code) => code.textContent));
    expect(keys[2]).toBe(keys[3]);
    expect(keys[0]).not.toBe(keys[1]);
    // the other curve; WebCrypto supports it
    await visit.choose("curve", "P-256");
    await visit.press("Agree on a point");
    await visit.sees("#points .transcript", /WebCrypto comes to the same x/);
    await visit.sees("#points .use__verdict", /come to the same point/);
    await checkLooks(visit, "uses", "#uses");
    expect(visit.complaints).toEqual([]);
  });

  test("another message of the joint signature is another point", async () => {
    const visit = await stage.visit();
    const points = new Set<string | null | undefined>();
    for (const message of ["", "Pay Erin 7", "Zażółć"]) {
      await visit.paste("#bls input", message);
      await visit.press("Sign together", "#bls");
      await visit.sees("#bls .use__verdict", /stands for all three/);
      points.add((await visit.page.$$eval("#bls code", (codes) => codes.map((code) => code.textContent)))[3]);
    }
    expect(points.size).toBe(3);
    expect(visit.complaints).toEqual([]);
  });

  test("a long sum leaves the page free, and is stopped in the middle", async () => {
    const visit = await stage.visit();
    await visit.choose("points", "65536");
    await visit.press("Sum them up");
    const { longest, all } = await visit.page.evaluate(
      () =>
        new Promise<{ longest: number; all: number }>((resolve) => {
          const start = performance.now();
          let [last, longest] = [start, 0];
          const draw = (now: number) => {
            longest = Math.max(longest, now - last);
            last = now;
            const meter = document.querySelector<HTMLProgressElement>("#sum progress");
            if (meter !== null && meter.position > 0) resolve({ longest, all: now - start });
            else requestAnimationFrame(draw);
          };
          requestAnimationFrame(draw);
        }),
    );
    await visit.press("Stop", "#sum");
    await visit.sees("#sum .use__verdict", /Stopped/);
    console.log(`${stage.kind}: at most ${Math.round(longest)} of ${Math.round(all)} ms between two frames`);
    // a page that computes the sum itself draws nothing for most of the time
    expect(longest).toBeLessThan(all / 2);
    // a second time, to the end
    await visit.choose("points", "1024");
    await visit.press("Sum them up");
    await visit.sees("#sum .use__verdict", /The sum is right/);
    expect(visit.complaints).toEqual([]);
  });

  test("an election is broken off", async () => {
    const visit = await stage.visit();
    await visit.press("Hold the election");
    // at the first progress, before the rest is done
    await visit.page.waitForFunction(
      () => {
        const meter = document.querySelector<HTMLProgressElement>("#tally progress");
        if (meter === null || meter.position <= 0 || meter.position >= 1) return false;
        document.querySelector<HTMLButtonElement>("#tally .use__controls button")?.click();
        return true;
      },
      { polling: "mutation" },
    );
    await visit.sees("#tally .use__verdict", /Stopped/);
    expect(visit.complaints).toEqual([]);
  });
}
