/** An editor's view of the package's names: the declarations in dist, through TypeScript's language service. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const HERE = fileURLToPath(new URL("../", import.meta.url));
const FILE = path.join(HERE, "docs/editor.ts");

const { exports } = JSON.parse(readFileSync(path.join(HERE, "package.json"), "utf8"));
const entries = Object.keys(exports)
  .filter((name) => !/\.(wasm|json)$/.test(name))
  .map((name) => ({ name: `modexp${name.slice(1)}` }));

describe("an editor shows", () => {
  test.each(entries)("the documentation of all that $name exports", ({ name }) => {
    const source = `import * as entry from "${name}";`;
    const shown = new Map(
      shownAt(source).map(({ label, info }) => [label, ts.displayPartsToString(info.documentation)]),
    );
    expect(shown.size).toBeGreaterThan(0);
    expect([...shown].filter(([, text]) => text === "")).toEqual([]);
  });

  test("a signature in words of the user", () => {
    const power = shownAt('import * as entry from "modexp";').find(({ label }) => label === "modPow");
    const signature = ts.displayPartsToString(power?.info.displayParts).replaceAll("entry.", "");
    expect(signature).toContain("modPow: (base: Int, exponent: Int, modulus: Int, limits?: Limits) => bigint");
    expect(power?.info.tags?.map((tag) => tag.name)).toEqual(["throws", "throws", "example"]);
  });
});

/** The completions after `entry.` that are values, with their details. */
function shownAt(source: string): { label: string; info: ts.CompletionEntryDetails }[] {
  const text = `${source}\nentry.`;
  const service = ts.createLanguageService(hostOf(text), parsed);
  const offered = service.getCompletionsAtPosition(FILE, text.length, undefined)?.entries ?? [];
  return offered.flatMap(({ name }) => {
    const info = service.getCompletionEntryDetails(FILE, text.length, name, {}, undefined, {}, undefined);
    return info === undefined ? [] : [{ label: name, info }];
  });
}

/** The files that all projects share. */
const parsed = ts.createDocumentRegistry();

/** A project of one file in memory. */
function hostOf(text: string): ts.LanguageServiceHost {
  return {
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    }),
    getScriptFileNames: () => [FILE],
    getScriptVersion: (file) => (file === FILE ? text : "1"),
    getScriptSnapshot: (file) => {
      const content = file === FILE ? text : ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => HERE,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
}
