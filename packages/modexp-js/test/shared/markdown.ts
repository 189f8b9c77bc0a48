/** Markdown pages as modules: the `ts` blocks of a page, one after the other, and `expression; // value` is a check. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Plugin } from "vitest/config";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));

/** The pages with TypeScript in them: both READMEs and the documentation. */
export const PAGES: readonly string[] = [
  path.join(ROOT, "README.md"),
  path.join(ROOT, "packages/modexp-js/README.md"),
  ...readdirSync(DOCS).map((file) => path.join(DOCS, file)),
].filter((page) => page.endsWith(".md") && pageCode(page).trim() !== "");

/** The TypeScript of a page. All other lines are empty, so that a line has the same number as in the page. */
export function pageCode(page: string): string {
  let inside = false;
  return readFileSync(page, "utf8")
    .split("\n")
    .map((line) => {
      if (!line.startsWith("```")) return inside ? line : "";
      inside = line === "```ts";
      return "";
    })
    .join("\n");
}

const CHECK = /^(?!const |let |using |import |export )(\S.*); \/\/ (\S.*)$/gm;

/** The code with `check(expression, value);` for each `expression; // value` that is not indented. */
export function withChecks(code: string): string {
  return code.replaceAll(CHECK, "check($1, $2);");
}

/** How many checks a page has. */
export function countChecks(page: string): number {
  return [...pageCode(page).matchAll(CHECK)].length;
}

/** Lets tests import pages, and pages one another: `./bytes.js` is what `bytes.md` shows. */
export function markdownModules(): Plugin {
  return {
    name: "markdown-modules",
    enforce: "pre",
    resolveId(source, importer) {
      if (!importer?.endsWith(".md") || !source.startsWith("./")) return null;
      return path.join(path.dirname(importer), source.replace(/\.js$/, ".md"));
    },
    async load(id) {
      if (!id.endsWith(".md")) return null;
      const head = 'import { expect } from "vitest"; const check = (got, want) => expect(got).toEqual(want);';
      return transform(head + withChecks(pageCode(id)), { loader: "ts", target: "es2022", sourcefile: id });
    },
  };
}
