import { expect, test } from "vitest";
import { shortHex } from "../../src/shared/numbers.js";
import { hasPython, shell } from "../shell.js";
import type { Stage } from "./browsers.js";
import { checkLooks } from "./looks.js";
import type { Visit } from "./visit.js";

/** Runs the line of Python of a use. The transcript or the verdict shows the same result. */
async function checkByPython(visit: Visit, id: string): Promise<void> {
  const printed = shell(await visit.page.$eval(`#${id}-check code`, (code) => code.textContent ?? ""));
  const said = await visit.text(`#${id}`);
  if (/^0x/.test(printed)) expect(said).toContain(shortHex(BigInt(printed)));
  else if (id === "tally") expect(said).toContain(`${printed} yes, `);
  else expect(printed).toBe("True");
}

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
      if (hasPython()) await checkByPython(visit, id);
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

  test("a link brings back what was chosen, and nothing that cannot be chosen", async () => {
    const chosen = (visit: Visit, name: string) =>
      visit.page.$eval(`input[name="${name}"]:checked`, (radio) => radio.value);
    const hash = (visit: Visit) => visit.page.evaluate(() => location.hash);
    const visit = await stage.visit("#points?curve=P-256");
    expect(await chosen(visit, "curve")).toBe("P-256");
    await visit.choose("group-bits", "4096");
    await expect.poll(() => hash(visit)).toBe("#agreement?bits=4096");
    await visit.paste("#blind input", "50 % & a coin");
    await expect.poll(() => hash(visit)).toBe("#blind?text=50+%25+%26+a+coin");
    const again = await stage.visit("#blind?text=50+%25+%26+a+coin");
    expect(await again.value("#blind input")).toBe("50 % & a coin");
    const wrong = await stage.visit("#points?curve=P-255");
    expect(await chosen(wrong, "curve")).toBe("secp256k1");
    expect(wrong.complaints).toEqual([]);
  });

  test("the code of a use is there to copy", async () => {
    const visit = await stage.visit("#points");
    await visit.page.click("#points-code summary");
    await visit.sees("#points-code .code__text", /import \{ Curve \} from "modexp\/curves"/);
    await visit.choose("points-language", "Rust");
    await visit.sees("#points-code .code__text", /use modexp_curves::/);
    await checkLooks(visit, "code", "#points");
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
