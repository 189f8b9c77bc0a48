/** The browsers of this machine, started once for a file of tests. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { engineOf, executable, isExpected } from "../../../scripts/lib/engines.mjs";
import { launch } from "../../../tools/engines/launch.mjs";
import { type Site, serve } from "./server.js";
import { Visit, type VisitOptions } from "./visit.js";

export type Kind = "chromium" | "firefox";
type Browser = Awaited<ReturnType<typeof launch>>;

export interface Stage {
  readonly kind: Kind;
  readonly site: Site;
  readonly browser: Browser;
  /** A first visit to the page, with empty storage. `at` is the part of the address after the folder. */
  visit(at?: string, options?: VisitOptions & { readonly site?: Site }): Promise<Visit>;
}

/** Runs `tests` in each browser. A missing browser is skipped, or fails if it is expected. */
export function inEachBrowser(tests: (stage: Stage) => void): void {
  for (const kind of ["chromium", "firefox"] as const) {
    const engine = engineOf(kind);
    const path = engine && executable(engine);
    if (path === undefined) {
      describe(kind, () => test.skipIf(!(engine && isExpected(engine)))("is on this machine", missing));
      continue;
    }
    describe(kind, () => {
      let browser: Browser | undefined;
      let site: Site | undefined;
      const visits: Visit[] = [];
      beforeAll(async () => {
        [browser, site] = await Promise.all([launch(kind, path), serve()]);
      });
      afterAll(async () => {
        await browser?.close();
        await site?.close();
      });
      tests({
        kind,
        get site() {
          return there(site);
        },
        get browser() {
          return there(browser);
        },
        async visit(at = "", { site: other, ...options } = {}) {
          for (const visit of visits.splice(0)) await visit.leave();
          const visit = await Visit.begin(there(browser), kind, `${(other ?? there(site)).url}${at}`, options);
          visits.push(visit);
          return visit;
        },
      });
    });
  }
}

function missing(): never {
  throw new Error("it is expected but not found; set MODEXP_ENGINE_CHROMIUM or MODEXP_ENGINE_FIREFOX to its path");
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("it starts before the tests do");
  return value;
}
