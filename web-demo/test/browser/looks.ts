/** Checks the looks of a part of the page: light and dark, on a desktop, a phone and a small phone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "vitest";
import { DESKTOP, NARROW, PHONE, type Visit } from "./visit.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** axe-core's complaints inside `selector`, after all colour transitions have ended. */
export async function violations(visit: Visit, selector: string): Promise<readonly string[]> {
  await visit.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  if (!(await visit.page.evaluate(() => "axe" in globalThis))) await visit.page.evaluate(AXE);
  const found = await visit.page.evaluate(async (inside) => {
    const { axe } = globalThis as unknown as { axe: { run(at: string): Promise<{ violations: Violation[] }> } };
    return (await axe.run(inside)).violations;
  }, selector);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Takes screenshots of a panel in all looks; in each it must be readable, and no wider than the screen. */
export async function checkLooks(visit: Visit, name: string, selector: string): Promise<void> {
  for (const width of [DESKTOP, PHONE, NARROW]) {
    for (const dark of [false, true]) {
      await visit.look({ width, dark });
      await visit.shoot(name, selector);
      expect(await violations(visit, selector)).toEqual([]);
      const { wide, paper } = await visit.page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        paper: getComputedStyle(document.body).backgroundColor,
      }));
      expect(wide).toBeLessThanOrEqual(width);
      expect(paper).toBe(dark ? "rgb(13, 17, 15)" : "rgb(244, 246, 242)");
    }
  }
}
