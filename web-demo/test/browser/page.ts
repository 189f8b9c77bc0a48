import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { expect, test } from "vitest";
import type { Stage } from "./browsers.js";
import { violations } from "./looks.js";
import { serve } from "./server.js";
import { DESKTOP, PHONE, type Visit } from "./visit.js";

/** The distance of `id` from its place after a link to it: below the bar, or as high as the end of the page allows. */
const distance = (visit: Visit, id: string) =>
  visit.page.evaluate((name) => {
    const root = document.documentElement;
    const top = document.getElementById(name)?.getBoundingClientRect().top ?? Number.NaN;
    const short = top - Number.parseFloat(getComputedStyle(root).scrollPaddingTop);
    return Math.min(Math.abs(short), Math.max(0, root.scrollHeight - innerHeight - scrollY) + (short < 0 ? -short : 0));
  }, id);

/** Grows the page at its top, as late parts of it do, in a browser without scroll anchoring. */
const grow = (visit: Visit, pixels: number) =>
  visit.page.evaluate(async (height) => {
    document.documentElement.style.overflowAnchor = "none";
    const block = document.createElement("canvas");
    Object.assign(block, { width: 10, height });
    document.querySelector("main")?.prepend(block);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, pixels);

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

export function testPage(stage: Stage): void {
  test("as it comes, there is nothing for axe-core to find", async () => {
    const visit = await stage.visit("", { whole: false });
    expect(await violations(visit, "html")).toEqual([]);
    await visit.goEverywhere();
    expect(await violations(visit, "html")).toEqual([]);
  });

  test("a phone draws a part of the page when the visitor comes near it", async () => {
    const visit = await stage.visit("", { width: PHONE, whole: false });
    const drawn = () =>
      visit.page.$$eval(".section:not(.section--first)", (parts) =>
        parts.filter((part) => part.querySelector(".panel")).map((part) => part.id),
      );
    await visit.sees(".foot", /tier/);
    expect(await drawn()).toEqual([]);
    await visit.page.evaluate(() => scrollTo(0, document.getElementById("inside")?.offsetTop ?? 0));
    await expect.poll(drawn).toContain("inside");
    // a use has its own place, which is not there yet
    await visit.page.evaluate(() => {
      location.hash = "#points?curve=P-256";
    });
    await expect.poll(drawn).toEqual(["inside", "calculator", "uses"]);
    await expect.poll(() => distance(visit, "points")).toBeLessThan(1);
  });

  test("axe-core does find what is wrong", async () => {
    const visit = await stage.visit();
    await visit.page.evaluate(() => document.querySelector("main")?.append(document.createElement("button")));
    expect((await violations(visit, "main")).join()).toMatch(/button-name/);
  });

  test.each([DESKTOP, PHONE])(
    "at a width of %i, a link stops at its part, however late the page grows",
    async (width) => {
      for (const id of ["inside", "calculator", "uses", "tally", "calculator?base=3&exponent=5&modulus=7"]) {
        const visit = await stage.visit(`#${id}`, { width });
        const part = id.replace(/[?].*/, "");
        await visit.sees(".tiers__name", /relaxed/);
        await visit.page.evaluate(() => document.fonts.ready);
        await expect.poll(() => distance(visit, part)).toBeLessThan(1);
        await grow(visit, 321);
        expect(await distance(visit, part)).toBeLessThan(1);
        await grow(visit, 77);
        expect(await distance(visit, part)).toBeLessThan(1);
      }
      const visit = await stage.visit("", { width });
      for (const part of ["uses", "calculator"]) {
        await visit.page.click(`nav a[href="#${part}"]`);
        await expect.poll(() => distance(visit, part)).toBeLessThan(1);
        await grow(visit, 123);
        expect(await distance(visit, part)).toBeLessThan(1);
      }
    },
  );

  test("a visitor who has moved on is not brought back", async () => {
    const visit = await stage.visit("#calculator");
    await visit.sees(".tiers__name", /relaxed/);
    await visit.page.mouse.move(600, 400);
    await visit.page.mouse.wheel({ deltaY: -300 });
    await expect.poll(() => distance(visit, "calculator")).toBeGreaterThan(100);
    await grow(visit, 50);
    expect(await distance(visit, "calculator")).toBeGreaterThan(100);
  });

  test("the button of the colours says which are in use, to eyes and to screen readers", async () => {
    const visit = await stage.visit();
    const button = () =>
      visit.page.$eval(".theme", (element) => ({
        name: element.getAttribute("aria-label"),
        text: element.textContent,
        theme: document.documentElement.dataset.theme,
        announced: element.nextElementSibling?.textContent,
      }));
    expect(await button()).toEqual({ name: "Colours: Auto. Switch to Light.", text: "Auto", announced: "" });
    for (const [text, next] of [
      ["Light", "Dark"],
      ["Dark", "Auto"],
    ] as const) {
      await visit.page.click(".theme");
      const [name, announced] = [`Colours: ${text}. Switch to ${next}.`, `Colours: ${text}.`];
      await expect.poll(button).toEqual({ name, text, announced, theme: text.toLowerCase() });
    }
    await visit.page.click(".theme");
    await expect.poll(async () => (await button()).name).toBe("Colours: Auto. Switch to Light.");
  });

  test("the keyboard is enough", async () => {
    const visit = await stage.visit();
    const { keyboard } = visit.page;
    const focused = () => visit.page.evaluate(() => document.activeElement?.textContent ?? "");
    await keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the race");
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    expect(await visit.page.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
    await keyboard.press("Home");
    await keyboard.press("Tab");
    expect(await focused()).toBe("Start the race");
    await keyboard.press("Enter");
    await visit.sees(".verdict", /256 bits/);
    await visit.sees(".race__note", /All results are equal/);

    await visit.page.focus("textarea[name=base]");
    for (const number of ["7", "128", "13"]) {
      await keyboard.down("Control");
      await keyboard.press("a");
      await keyboard.up("Control");
      await keyboard.type(number);
      await keyboard.press("Tab");
    }
    expect(await focused()).toBe("Compute");
    await keyboard.press("Enter");
    await visit.sees(".calculator__result", /bits? in/);
    expect(await visit.value(".calculator__digits")).toBe(`${powBinary(7n, 128n, 13n)}`);
    // the keyboard focus is visible
    await keyboard.press("Tab");
    const outline = await visit.page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(outline).toBe("solid");
    expect(visit.complaints).toEqual([]);
  });

  test("without leave to run WebAssembly it says so, and computes all the same", async () => {
    const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; style-src 'self'";
    const site = await serve({ "Content-Security-Policy": `${policy}; font-src 'self'; img-src 'self'` });
    try {
      const visit = await stage.visit("#calculator?base=3&exponent=0x10001&modulus=1000003", { site });
      await visit.sees(".notice", /forbids WebAssembly/);
      await visit.sees(".tiers__name", /js/);
      await visit.sees(".calculator__result", /on the tier js/);
      expect(await visit.value(".calculator__digits")).toBe(`${powBinary(3n, 65537n, 1000003n)}`);
      await visit.press("Agree on a key");
      await visit.sees("#agreement .use__verdict", /same key/);
      await visit.shoot("forbidden", "#race");
      // the browser reports violations of the policy
      expect(visit.complaints.filter((text) => !/Content[- ]Security[- ]Policy/i.test(text))).toEqual([]);
    } finally {
      await site.close();
    }
  });

  test("it loads less than 300 KB", async () => {
    const site = await serve();
    try {
      const visit = await stage.visit("", { site, still: false, whole: false });
      await visit.sees(".lane--jsbi", /per second/);
      // the copy for later visits comes after the load
      const copy = site.requests.indexOf("sw.js");
      const files = [...new Set(site.requests.slice(0, copy < 0 ? undefined : copy))];
      const sent = files.map((name) => readFileSync(DIST + (name || "index.html")));
      const bytes = sent.reduce((sum, { length }) => sum + length, 0);
      const gzipped = sent.reduce((sum, file) => sum + gzipSync(file).length, 0);
      console.log(`${stage.kind}: ${files.length} files, ${bytes} bytes, ${gzipped} compressed`);
      expect(files.filter((name) => name.endsWith(".wasm"))).toHaveLength(1);
      expect(gzipped).toBeLessThan(300_000);
      for (const name of files.filter((each) => !each.endsWith(".woff2"))) {
        const { headers } = await fetch(site.url + name);
        if (readFileSync(DIST + (name || "index.html")).length > 1024)
          expect(headers.get("content-encoding")).toBe("gzip");
      }
    } finally {
      await site.close();
    }
  });

  test("after the first visit it works without a network", async () => {
    const site = await serve();
    const visit = await stage.visit("", { site });
    await visit.page.evaluate(async () => {
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      const worker = active ?? installing ?? waiting;
      while (worker?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await site.close();
    await visit.page.reload();
    if (stage.kind === "firefox") await visit.standStill();
    await visit.goEverywhere();
    await visit.choose("tier", "simd");
    await visit.press("Compute");
    await visit.sees(".calculator__result", /on the tier simd/);
    await visit.press("Hold the election");
    await visit.sees("#tally .use__verdict", /no ballot was opened/);
    expect(visit.complaints).toEqual([]);
  });
}
