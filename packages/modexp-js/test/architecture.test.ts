/** The lint's import rules are those in docs/architecture.md, and the lint refuses all other imports. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const HERE = fileURLToPath(new URL("../", import.meta.url));
const ROOT = path.join(HERE, "../..");

const folders = readdirSync(path.join(HERE, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Entries that others may stand on. */
const files = [
  ...["index", "curves.ts", "pairings.ts", "pool.ts", "evm.ts"],
  ...["async", "curves-async", "binary-curves-async", "pairings-async"],
];

/** Where imports are tried: `entries` has folders of its own. */
const places = [...folders, "entries/kind"];
const folderOf = (place: string) => place.split("/")[0] ?? "";

const text = readFileSync(path.join(ROOT, "docs/architecture.md"), "utf8");
const arrows = new Map(
  [...text.matchAll(/^(\w+) +→ (.+)$/gm)].map(([, from = "", to = ""]) => [
    from,
    to.split(", ").filter((name) => name !== "nothing"),
  ]),
);

/** A project with folders that all import each other, one file for each import. */
const project = mkdtempSync(path.join(tmpdir(), "modexp-"));
afterAll(() => rmSync(project, { recursive: true }));

beforeAll(() => {
  const { overrides } = JSON.parse(readFileSync(path.join(HERE, "biome.json"), "utf8"));
  const linter = { rules: { preset: "none" } };
  writeFileSync(path.join(project, "biome.json"), JSON.stringify({ root: true, linter, overrides }));
  for (const from of places) {
    const src = from.replace(/[^/]+/g, "..");
    mkdirSync(path.join(project, "src", from), { recursive: true });
    const write = (name: string, source: string) => writeFileSync(path.join(project, "src", from, name), source);
    for (const to of folders)
      write(`to-${to}.ts`, `import "${to === folderOf(from) ? "." : `${src}/${to}`}/some-file.js";\n`);
    for (const to of files) write(`to-${to}.ts`, `import "${src}/${to.replace(".ts", "")}.js";\n`);
    write("to-above.ts", `import "${src}/../package.json";\n`);
    write("calls.ts", "WebAssembly.validate(new Uint8Array(1));\n");
    write("names.ts", "export type Module = WebAssembly.Module;\n");
  }
});

/** Biome's output for a project. */
function lint(cwd: string): string {
  const biome = path.join(ROOT, "node_modules/.bin/biome");
  const args = ["lint", "--reporter=github", "--max-diagnostics=none", "."];
  try {
    return execFileSync(biome, args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** The files that Biome refuses, as "folder: name". */
function refused(): Set<string> {
  const found = lint(project).matchAll(
    /title=lint\/style\/noRestricted\w+,file=[^,]*?src\/([\w/]+)\/(?:to-)?([\w.-]+?)\.ts,/g,
  );
  return new Set([...found].map(([, from, to]) => `${from}: ${to}`));
}

test("every folder has its line, and names only folders and entries", () => {
  expect([...arrows.keys()].sort()).toEqual(folders.sort());
  for (const to of arrows.values()) for (const name of to) expect([...folders, ...files]).toContain(name);
});

test("imports that are not in the list are refused, and no others", () => {
  const wanted: string[] = [];
  for (const from of places) {
    const own = folderOf(from);
    for (const to of [...folders, ...files])
      if (to !== own && !arrows.get(own)?.includes(to)) wanted.push(`${from}: ${to}`);
    wanted.push(`${from}: above`);
    if (from !== "wasm") wanted.push(`${from}: calls`, `${from}: names`);
  }
  expect([...refused()].sort()).toEqual(wanted.sort());
});

test("a list spread into arguments is refused in all folders of src, and no other spread", () => {
  const own = mkdtempSync(path.join(tmpdir(), "modexp-"));
  try {
    const { plugins } = JSON.parse(readFileSync(path.join(HERE, "biome.json"), "utf8"));
    const { files } = JSON.parse(readFileSync(path.join(ROOT, "biome.json"), "utf8"));
    const linter = { rules: { preset: "none" } };
    for (const folder of ["packages/some/src/wasm", "packages/some/test", "packages/some/lints"]) {
      mkdirSync(path.join(own, folder), { recursive: true });
    }
    writeFileSync(path.join(own, "biome.json"), JSON.stringify({ root: true, linter, files }));
    writeFileSync(path.join(own, "packages/some/biome.json"), JSON.stringify({ root: false, extends: "//", plugins }));
    for (const { path: plugin } of plugins) {
      writeFileSync(path.join(own, "packages/some", plugin), readFileSync(path.join(HERE, plugin), "utf8"));
    }
    const source = "Math.max(...a);\na.push(1, ...a);\nnew Set(...a);\nf([...a], { ...a });\n";
    for (const folder of ["src/wasm", "test"]) writeFileSync(path.join(own, "packages/some", folder, "a.ts"), source);
    const found = lint(own).matchAll(/title=plugin,file=[^,]*?some\/([\w/.]+),line=(\d+)/g);
    expect([...found].map(([, file, line]) => `${file}: ${line}`)).toEqual(
      [1, 2, 3].map((line) => `src/wasm/a.ts: ${line}`),
    );
  } finally {
    rmSync(own, { recursive: true });
  }
});

test("no arrow leads back", () => {
  const reach = (from: string, seen: readonly string[]): void => {
    expect(seen).not.toContain(from);
    for (const to of arrows.get(from) ?? []) reach(to, [...seen, from]);
  };
  for (const from of folders) reach(from, []);
});
