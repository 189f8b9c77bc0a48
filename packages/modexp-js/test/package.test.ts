/** The package as users get it: the files in dist, through the exports of package.json. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const here = fileURLToPath(root);

/** A file of an entry under some conditions, and its declarations. */
interface Target {
  readonly name: string;
  readonly file: string;
  readonly types: string;
}

/** The code files of `entry`, a value in the exports; `types` are its declarations. */
function targetsOf(entry: unknown, name: string, types: Types | undefined): Target[] {
  if (typeof entry === "string") {
    const declarations = types?.[entry.endsWith(".cjs") ? "require" : "default"];
    if (declarations === undefined || !/\.c?js$/.test(entry)) return [];
    return [{ name, file: path.join(here, entry), types: path.join(here, declarations) }];
  }
  const { types: own = types, ...conditions } = entry as { readonly types?: Types };
  return Object.entries(conditions).flatMap(([condition, value]) => targetsOf(value, `${name} ${condition}`, own));
}

/** The declarations of an entry for ESM and for CommonJS. */
interface Types {
  readonly require: string;
  readonly default: string;
}

const targets = Object.entries(manifest.exports).flatMap(([name, entry]) => targetsOf(entry, name, undefined));

/** Whether an entry fetches its module: it has a file for Node, which reads it. */
const fetches = (name: string) => "node" in manifest.exports[name.replace(/ .*/, "")];

/** A file and the files of the package that it loads. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const sources = readFileSync(file, "utf8").matchAll(/(?:require\(|from )'(\.\/[^']+\.c?js)'/g);
  for (const [, source = ""] of sources) withImports(path.resolve(path.dirname(file), source), found);
  return found;
}

describe("package", () => {
  test("every file that the exports name exists", () => {
    const paths: string[] = [];
    const collect = (entry: unknown): void => {
      if (typeof entry === "string") paths.push(entry);
      else for (const inner of Object.values(entry as object)) collect(inner);
    };
    collect(manifest.exports);
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) expect(statSync(new URL(path, root)).size, path).toBeGreaterThan(0);
  });

  const scratch = mkdtempSync(path.join(tmpdir(), "modexp-"));
  afterAll(() => rmSync(scratch, { recursive: true }));

  /** The names of a module at run time. */
  async function namesAtRunTime(file: string): Promise<string[]> {
    if (file.endsWith(".cjs")) return Object.keys(createRequire(import.meta.url)(file)).sort();
    if (!file.endsWith(".workerd.js")) return Object.keys(await import(/* @vite-ignore */ file)).sort();
    // Node cannot import the .wasm files
    const outfile = path.join(scratch, path.basename(file).replace(/js$/, "mjs"));
    await build({ entryPoints: [file], outfile, bundle: true, format: "esm", loader: { ".wasm": "empty" } });
    return Object.keys(await import(/* @vite-ignore */ outfile)).sort();
  }

  const declarations = [...new Set(targets.map(({ types }) => types))];
  const program = ts.createProgram(declarations, { module: ts.ModuleKind.NodeNext, types: [], skipLibCheck: true });
  const checker = program.getTypeChecker();

  /** The names that declarations export as values. */
  function declaredValues(file: string): string[] {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
    const isValue = (symbol: ts.Symbol): boolean => {
      if (symbol.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration)) return false;
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return (target.flags & ts.SymbolFlags.Value) !== 0;
    };
    return checker
      .getExportsOfModule(module)
      .filter(isValue)
      .map(({ name }) => name)
      .sort();
  }

  test("every entry of code is among those that are compared", () => {
    const entries = Object.keys(manifest.exports).filter((name) => !/\.(wasm|json)$/.test(name));
    expect([...new Set(targets.map(({ name }) => name.replace(/ .*/, "")))]).toEqual(entries);
  });

  test.each(targets)("$name exports the values that its types declare, and no others", async ({ file, types }) => {
    const values = declaredValues(types);
    expect(values.length).toBeGreaterThan(0);
    expect(await namesAtRunTime(file)).toEqual(values);
  });

  test("no file has literals such as 1n, which bundlers refuse for targets before ES2020", () => {
    const literalsOf = (file: string): string[] => {
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isBigIntLiteral(node)) found.push(`${file}: ${node.text}`);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, readFileSync(path.join(here, "dist", file), "utf8"), ts.ScriptTarget.ESNext));
      return found;
    };
    const files = readdirSync(path.join(here, "dist")).filter((file) => /\.c?js$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(literalsOf)).toEqual([]);
  });

  test("Metro finds the entries where it does not read `exports`", () => {
    const loaded = targets.filter(({ name }) => / default$/.test(name) && !fetches(name));
    const files = loaded.map(({ name, file }) => [name.replace(/ .*/, ""), `./dist/${path.basename(file)}`]);
    const main = { "./dist/index.cjs": "./dist/index.js" };
    const { ".": _, ...others } = Object.fromEntries(files);
    expect(manifest["react-native"]).toEqual({ ...main, ...others });
  });

  test("no file that bundlers or browsers load asks for anything of Node's", () => {
    const loaded = targets.filter(({ name }) => !/ require$| node[ -]/.test(name) || /slim|groups/.test(name));
    expect(loaded.length).toBeGreaterThan(30);
    for (const file of new Set(loaded.flatMap(({ file }) => [...withImports(file)]))) {
      expect(readFileSync(file, "utf8"), file).not.toMatch(/(?:require\(|from )["']node:/);
    }
  });

  test("ESM and CommonJS entries give the same answers", async () => {
    const require = createRequire(import.meta.url);
    const name = "modexp";
    const esm = await import(/* @vite-ignore */ name);
    expect(Object.keys(require("modexp")).sort()).toEqual(Object.keys(esm).sort());
    for (const entry of [esm, require("modexp")]) {
      expect(entry.modPow(3n, 100n, 1_000_000_007n)).toBe(886_041_711n);
      expect(new entry.Modulus(97n).inverse(2n)).toBe(49n);
    }
    for (const entry of [await import(/* @vite-ignore */ `${name}/async`), require("modexp/async")]) {
      expect((await entry.createModexp()).modPow(3n, 100n, 1_000_000_007n)).toBe(886_041_711n);
    }
  });

  test("threads come from a file beside the entry, in ESM and in CommonJS", async () => {
    const require = createRequire(import.meta.url);
    const name = "modexp/pool";
    for (const { createPool } of [await import(/* @vite-ignore */ name), require(name)]) {
      const pool = createPool({ threads: 2 });
      expect(await pool.powMany(101n, [2n, 3n], [10n, 20n])).toEqual([14n, 84n]);
      pool.dispose();
    }
  });

  test("a process with an idle pool ends", () => {
    const script = `
      import { createPool } from "modexp/pool";
      console.log(await createPool({ threads: 2 }).powEach(101n, 2n, [1n, 10n]));`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: here,
      timeout: 20_000,
    });
    expect(String(printed)).toBe("[ 2n, 14n ]\n");
  });

  test("the types are right for ESM and for CommonJS", () => {
    const require = createRequire(import.meta.url);
    const tsc = require.resolve("typescript/package.json").replace(/package\.json$/, "bin/tsc");
    for (const file of ["esm.mts", "cjs.cts"]) {
      const path = fileURLToPath(new URL(`types/${file}`, import.meta.url));
      const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
      execFileSync(process.execPath, [tsc, "--ignoreConfig", ...flags, path], { cwd: here });
    }
  });
});
