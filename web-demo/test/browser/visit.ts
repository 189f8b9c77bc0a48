/** A visit to the page: what the visitor sees and does, and the browser's complaints. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { launch } from "../../../tools/engines/launch.mjs";
import type { Kind } from "./browsers.js";

const SCREENSHOTS = fileURLToPath(new URL("../../screenshots/", import.meta.url));

type Browser = Awaited<ReturnType<typeof launch>>;
type Page = Awaited<ReturnType<Browser["newPage"]>>;

export interface VisitOptions {
  readonly width?: number;
  /** Whether the visitor prefers no motion: then nothing starts by itself. */
  readonly still?: boolean;
  /** Whether the visitor first goes everywhere on the page, so that all its parts are drawn. A link to a part draws them at once. */
  readonly whole?: boolean;
}

export const DESKTOP = 1280;
export const PHONE = 390;
/** A small phone, and a page enlarged four times. */
export const NARROW = 320;

const STILL = { name: "prefers-reduced-motion", value: "reduce" };

export class Visit {
  readonly page: Page;
  /** Errors and warnings of the page and of its workers. */
  readonly complaints: string[] = [];
  readonly #kind: Kind;
  readonly #context: { close(): Promise<void> };
  #dark = false;
  #name = "";

  private constructor(kind: Kind, context: { close(): Promise<void> }, page: Page) {
    this.#kind = kind;
    this.#context = context;
    this.page = page;
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  static async begin(browser: Browser, kind: Kind, url: string, options: VisitOptions): Promise<Visit> {
    const { width = DESKTOP, still = true, whole = true } = options;
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const visit = new Visit(kind, context, page);
    await visit.look({ width });
    if (kind === "chromium") await page.emulateMediaFeatures(still ? [STILL] : []);
    await page.goto(url);
    // Firefox has no setting for it
    if (kind === "firefox" && still) await visit.standStill();
    if (whole && new URL(url).hash === "") await visit.goEverywhere();
    return visit;
  }

  /** Scrolls to each part of the page until it is drawn, and back to the top. */
  async goEverywhere(): Promise<void> {
    for (const id of ["inside", "calculator", "uses"]) {
      await this.page.waitForSelector(`#${id}`);
      await this.page.evaluate((name) => document.getElementById(name)?.scrollIntoView(), id);
      await this.page.waitForSelector(`#${id} .panel`);
    }
    await this.page.evaluate(() => scrollTo(0, 0));
  }

  /** Changes the device or the colours: by a system setting in Chromium, by the page's switch in Firefox. */
  async look({ width = DESKTOP, dark = false }: { readonly width?: number; readonly dark?: boolean }): Promise<void> {
    const phone = width <= PHONE;
    await this.page.setViewport({ width, height: phone ? 844 : 860 });
    if (dark !== this.#dark && this.#kind === "chromium") {
      const scheme = { name: "prefers-color-scheme", value: dark ? "dark" : "light" };
      await this.page.emulateMediaFeatures([STILL, scheme]);
    } else if (dark !== this.#dark) {
      const theme = () => this.page.evaluate(() => document.documentElement.dataset.theme);
      while ((await theme()) !== (dark ? "dark" : "light")) await this.page.click(".theme");
    }
    // colours change gradually
    await this.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    this.#dark = dark;
    this.#name = `${this.#kind}-${width}-${dark ? "dark" : "light"}`;
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  /** Stops the race that starts by itself. */
  async standStill(): Promise<void> {
    await this.page.waitForSelector(".race__controls .button");
    await this.page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>(".race__controls .button");
      if (button?.textContent === "Stop") button.click();
    });
  }

  /** Presses the button with this name inside `place`. */
  async press(name: string, place = "body"): Promise<void> {
    await this.page.waitForFunction(
      (inside, text) =>
        [...document.querySelectorAll(`${inside} button`)].some((each) => each.textContent?.trim() === text),
      {},
      place,
      name,
    );
    const handle = await this.page.evaluateHandle(
      (inside, text) =>
        [...document.querySelectorAll<HTMLElement>(`${inside} button`)].find(
          (each) => each.textContent?.trim() === text,
        ) as HTMLElement,
      place,
      name,
    );
    await handle.click();
  }

  /** Chooses an option of a few by its value. */
  async choose(name: string, value: string): Promise<void> {
    const input = await this.page.waitForSelector(`input[name="${name}"][value="${value}"]`);
    await input?.evaluate((element) => (element as HTMLInputElement).click());
  }

  /** Types into a field, and replaces its text. */
  async write(selector: string, text: string): Promise<void> {
    await this.page.$eval(selector, (field) => (field as HTMLTextAreaElement).select());
    await this.page.type(selector, text);
  }

  /** Puts a long text into a field at once. */
  async paste(selector: string, text: string): Promise<void> {
    const fill = (field: Element, value: string) => {
      (field as HTMLTextAreaElement).value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    await this.page.$eval(selector, fill, text);
  }

  text(selector: string): Promise<string> {
    return this.page.$eval(selector, (element) => (element as HTMLElement).innerText);
  }

  value(selector: string): Promise<string> {
    return this.page.$eval(selector, (element) => (element as HTMLInputElement).value);
  }

  /** Waits until an element's text matches. */
  async sees(selector: string, pattern: RegExp, timeout = 60_000): Promise<string> {
    await this.page.waitForFunction(
      (where, source) => new RegExp(source).test(document.querySelector<HTMLElement>(where)?.innerText ?? ""),
      { timeout, polling: 50 },
      selector,
      pattern.source,
    );
    return this.text(selector);
  }

  /** Saves a screenshot of a part of the page for people. */
  async shoot(name: string, selector?: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const path = join(SCREENSHOTS, `${name}-${this.#name}.png`) as `${string}.png`;
    if (selector === undefined) {
      await this.page.screenshot({ path });
      return;
    }
    // the sticky bar would cover a part
    await this.page.$eval(".top", (bar) => {
      (bar as HTMLElement).style.position = "static";
    });
    const part = await this.page.$(selector);
    await part?.screenshot({ path });
  }
}
