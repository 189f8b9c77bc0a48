import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { expect, test } from "vitest";
import type { Stage } from "./browsers.js";
import { violations } from "./looks.js";
import { serve } from "./server.js";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

export function testPage(stage: Stage): void {
  test("as it comes, there is nothing for axe-core to find", async () => {
    const visit = await stage.visit();
    expect(await violations(visit, "html")).toEqual([]);
  });

  test("axe-core does find what is wrong", async () => {
    const visit = await stage.visit();
    await visit.page.evaluate(() => document.querySelector("main")?.append(document.createElement("button")));
    expect((await violations(visit, "main")).join()).toMatch(/button-name/);
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
    // where the keyboard is can be seen
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
      // the browser reports what the policy forbids
      expect(visit.complaints.filter((text) => !/Content[- ]Security[- ]Policy/i.test(text))).toEqual([]);
    } finally {
      await site.close();
    }
  });

  test("it loads less than 300 KB", async () => {
    const site = await serve();
    try {
      const visit = await stage.visit("", { site, still: false });
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
    await visit.choose("tier", "simd");
    await visit.press("Compute");
    await visit.sees(".calculator__result", /on the tier simd/);
    await visit.press("Hold the election");
    await visit.sees("#tally .transcript", /1,000 votes/);
    await visit.press("Stop", "#tally");
    expect(visit.complaints).toEqual([]);
  });
}
