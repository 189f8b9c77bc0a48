/** The pages of the documentation: their code runs and compiles under `strict`, and their links have targets. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { countChecks, fileOf, PAGES, pageCode } from "./shared/markdown.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const named = PAGES.map((page) => ({ page, name: path.relative(ROOT, page) }));

describe("the code of a page", () => {
  test.each(named)("$name runs", async ({ page }) => {
    expect(countChecks(page)).toBeGreaterThan(0);
    await import(page);
  });

  test("compiles under strict", () => {
    expect(compile(new Map(PAGES.map((page) => [moduleOf(page), pageCode(page)])))).toEqual([]);
  });

  test("would not compile with a wrong type", () => {
    const wrong = 'import { modPow } from "modexp";\nmodPow("2", 3n, 5n);';
    expect(compile(new Map([[path.join(ROOT, "packages/modexp-js/docs/wrong.ts"), wrong]]))).toHaveLength(1);
  });
});

describe("the links of a page", () => {
  const files = [...new Set(PAGES.map(fileOf))].map((page) => ({ page, name: path.relative(ROOT, page) }));

  test.each(files)("$name", ({ page }) => {
    const links = [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = ""]) => link);
    for (const link of links) expect(existsSync(path.join(path.dirname(page), link)), link).toBe(true);
  });
});

/** Compiles docs/bytes.md as docs/bytes.ts, README.md?1 as README.1.ts; these files do not exist. */
function moduleOf(page: string): string {
  return page.replace(/\.md(?:\?(\d+))?$/, (_, block) => (block ? `.${block}.ts` : ".ts"));
}

/** The compiler's errors on modules in memory. */
function compile(modules: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => modules.has(file) || fileExists(file);
  host.readFile = (file) => modules.get(file) ?? readFile(file);
  const program = ts.createProgram([...modules.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.formatDiagnostic(diagnostic, { ...host, getCurrentDirectory: () => ROOT }).trim());
}
