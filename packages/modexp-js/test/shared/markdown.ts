/** Markdown pages as modules: the concatenated `ts` blocks of a page; `expression; // value` is a check. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Plugin } from "vitest/config";
import { blocksOf, withChecks } from "./markdown-blocks.mjs";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const PAGE = /\.md(\?\d+)?$/;
const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));

/** The modules: a page of the documentation with all its blocks, or one block of a README, as `README.md?1`. */
export const PAGES: readonly string[] = [
  ...[path.join(ROOT, "README.md"), path.join(ROOT, "packages/modexp-js/README.md")].flatMap((page) =>
    blocksOf(readFileSync(page, "utf8"), ["ts"]).map((_, i) => `${page}?${i + 1}`),
  ),
  ...readdirSync(DOCS)
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(DOCS, file)),
].filter((page) => pageCode(page).trim() !== "");

/** The file of a page. */
export function fileOf(page: string): string {
  return page.replace(/\?\d+$/, "");
}

/** The TypeScript of a page. All other lines are empty, so line numbers are those of the file. */
export function pageCode(page: string): string {
  const only = Number(/\?(\d+)$/.exec(page)?.[1] ?? 0);
  const blocks = blocksOf(readFileSync(fileOf(page), "utf8"), ["ts"]).filter((_, i) => only === 0 || i + 1 === only);
  const lines: string[] = [];
  for (const { line, code } of blocks) {
    while (lines.length < line) lines.push("");
    lines.push(...code.split("\n"));
  }
  return lines.join("\n");
}

/** The number of checks in a page. */
export function countChecks(page: string): number {
  return withChecks(pageCode(page))
    .split("\n")
    .filter((line) => line.startsWith("check(")).length;
}

/** Lets tests import pages, and pages import each other: `./bytes.js` is the code in `bytes.md`. */
export function markdownModules(): Plugin {
  return {
    name: "markdown-modules",
    enforce: "pre",
    resolveId(source, importer) {
      if (!importer || !PAGE.test(importer) || !source.startsWith("./")) return null;
      return path.join(path.dirname(fileOf(importer)), source.replace(/\.js$/, ".md"));
    },
    async load(id) {
      if (!PAGE.test(id)) return null;
      const head = 'import { expect } from "vitest"; const check = (got, want) => expect(got).toEqual(want);';
      return transform(head + withChecks(pageCode(id)), { loader: "ts", target: "es2022", sourcefile: id });
    },
  };
}
