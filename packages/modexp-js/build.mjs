// node build.mjs FOLDER: bundles src into the folder: one file for each entry and module system, its declarations, and the test
// bundle for engines. `npm run build` of the project then moves the folder to dist.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";
import { writeWhole } from "../../scripts/lib/once.mjs";
import { carrying, forNode, forWorkerd, workerScript } from "./plugins.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [dist] = process.argv.slice(2);
if (dist === undefined)
  throw new Error("build.mjs needs a folder: `npm run build` in the project's folder gives it one");

const common = {
  absWorkingDir: here,
  bundle: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  platform: "neutral",
};

/** Entries import a shared file, so a project and its memory hold it once. `imports` maps files to their names. */
const shared = (imports) => ({
  name: "shared",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path: source, resolveDir }) => {
      const name = path.relative(path.join(here, "src"), path.resolve(resolveDir, source)).replace(/\.js$/, "");
      return imports[name] && { path: imports[name], external: true };
    }),
});

/** `worker.text.js` is the script of a thread, as text. */
const workerText = (text) => ({
  name: "worker-text",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/worker\.text\.js$/ }, ({ path: name }) => ({ path: name, namespace: "text" }));
    onLoad({ filter: /.*/, namespace: "text" }, () => ({ contents: text, loader: "text" }));
  },
});

const browser = workerText(await workerScript({ node: false }));
const web = { plugins: [carrying("default"), browser], external: [] };
const bun = { plugins: [carrying("bun"), browser], external: [] };
const node = { plugins: [forNode, workerText(await workerScript({ node: true }))], external: ["node:*"] };
const workerd = { plugins: [forWorkerd, carrying("workerd")], external: [] };
// these run in every engine
const tests = { plugins: [carrying("all"), browser], external: [] };
const testsOfNode = { plugins: [carrying("all"), ...node.plugins], external: node.external };

/**
 * An entry with inlined modules, in three variants: the modules for most engines, the modules for Bun, and imports for edge
 * workers. It shares files of the same variant.
 */
function withModules(name, { from = name, shares = [], external = [] } = {}) {
  const variant = (suffix, on, rest) => ({
    from: `src/${from}.ts`,
    to: `${name}${suffix}`,
    on: { ...on, external },
    shares: Object.fromEntries(shares.map((source) => [source, `${path.basename(source)}${suffix}`])),
    ...rest,
  });
  return [variant("", web), variant(".bun", bun, { only: ["esm"] }), variant(".workerd", workerd, { only: ["esm"] })];
}

const entries = [
  ...withModules("index", { shares: ["wasm/modules"] }),
  // `modexp/pool` shares this; edge workers have files instead
  ...withModules("modules", { from: "wasm/modules" }).filter(({ to }) => !to.endsWith(".workerd")),
  ...withModules("curves"),
  ...withModules("pairings"),
  ...withModules("historical-pairings"),
  // one module for all engines
  ...withModules("binary-curves").filter(({ to }) => !to.endsWith(".bun")),
  ...withModules("evm", { shares: ["index", "curves", "pairings"] }),
  ...["primes", "bn", "jsbn", "big-integer"].flatMap((name) => withModules(name, { shares: ["index"] })),
  ...withModules("jsbi", { shares: ["index"], external: ["jsbi"] }),
  { from: "src/async.ts", to: "async", on: web, only: ["esm"] },
  { from: "src/async.ts", to: "async.node", on: node },
  { from: "src/slim.ts", to: "slim", on: web },
  { from: "src/curves-async.ts", to: "curves-async", on: web, only: ["esm"] },
  { from: "src/curves-async.ts", to: "curves-async.node", on: node },
  { from: "src/binary-curves-async.ts", to: "binary-curves-async", on: web, only: ["esm"] },
  { from: "src/binary-curves-async.ts", to: "binary-curves-async.node", on: node },
  { from: "src/pairings-async.ts", to: "pairings-async", on: web, only: ["esm"] },
  { from: "src/pairings-async.ts", to: "pairings-async.node", on: node },
  { from: "src/groups.ts", to: "groups", on: web },
  { from: "src/pool.ts", to: "pool", on: web, shares: { "wasm/modules": "modules" }, only: ["esm"] },
  { from: "src/pool.ts", to: "pool.node", on: node, shares: { "wasm/modules": "modules" } },
  // imported by the package's name, so that Bun gets its own file
  { from: "src/cli.ts", to: "cli", on: node, packages: { index: "modexp", pool: "modexp/pool" }, only: ["esm"] },
  { from: "src/pool/worker.ts", to: "pool-worker", on: web, only: ["esm"] },
  { from: "src/pool/worker.ts", to: "pool-worker.node", on: node, only: ["esm"] },
];

const FORMATS = { esm: "js", cjs: "cjs" };

/** The nodes of `code` that satisfy `wanted`. */
function nodesOf(code, wanted) {
  const found = [];
  const visit = (node) => {
    if (wanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("dist.js", code, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS));
  return found;
}

/**
 * Replaces literals such as `1n` by constants at the start of the code. Bundlers refuse the literals for targets before ES2020, and
 * some replace them by calls, also in loops.
 */
function withoutBigIntLiterals(code) {
  const literals = nodesOf(code, ts.isBigIntLiteral);
  const constants = [...new Set(literals.map(({ text }) => text))].map((text) => {
    const value = text.slice(0, -1);
    return `const _${text} = /* @__PURE__ */ BigInt(${Number.isSafeInteger(Number(value)) ? value : `"${value}"`});\n`;
  });
  let [replaced, at] = ["", 0];
  for (const { text, end } of literals) {
    replaced += `${code.slice(at, end - text.length)}_${text}`;
    at = end;
  }
  return constants.join("") + replaced + code.slice(at);
}

async function bundle({ from, to, on, shares = {}, packages = {} }, format) {
  const beside = Object.entries(shares).map(([name, file]) => [name, `./${file}.${FORMATS[format]}`]);
  const { outputFiles } = await build({
    ...common,
    entryPoints: [from],
    outfile: `${dist}/${to}.${FORMATS[format]}`,
    format,
    plugins: [...on.plugins, shared({ ...Object.fromEntries(beside), ...packages })],
    external: on.external,
    write: false,
    // CommonJS has no import.meta
    ...(format === "cjs" && {
      define: { "import.meta.url": "importMetaUrl" },
      // its `import()` would return a module without names
      supported: { "dynamic-import": false },
    }),
  });
  const [{ path: file, text }] = outputFiles;
  // the lines that must come first
  const [head] = /^(?:#!.*\n|"use strict";\n)*/.exec(text);
  const code = text.slice(head.length);
  // browsers have no node:url, and bundles for them use no address
  const address = code.includes("importMetaUrl")
    ? 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;\n'
    : "";
  await writeFile(file, head + address + withoutBigIntLiterals(code));
}

await Promise.all([
  ...entries.flatMap((entry) => (entry.only ?? Object.keys(FORMATS)).map((format) => bundle(entry, format))),
  ...[
    { from: "test/engines/suite.ts", to: "engines", on: tests },
    { from: "test/fault-injection/suite.ts", to: "fault-injection", on: tests },
    { from: "test/fault-injection/suite.ts", to: "fault-injection.node", on: testsOfNode },
    { from: "test/api-fuzzing/suite.ts", to: "api-fuzzing", on: tests },
    { from: "test/shared/curve-records.ts", to: "curve-records", on: testsOfNode },
  ].map(({ from, to, on }) =>
    build({
      ...common,
      entryPoints: [from],
      outfile: `${dist}/test/${to}.mjs`,
      format: "esm",
      plugins: on.plugins,
      external: on.external,
      // tests import files for their side effects, which the package's `sideEffects` denies
      ignoreAnnotations: true,
    }),
  ),
]);

const tsc = createRequire(import.meta.url)
  .resolve("typescript/package.json")
  .replace(/package\.json$/, "bin/tsc");
// next to src: the modules' declarations import from there
const types = `${dist}.types`;
execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", types], { cwd: here, stdio: "inherit" });

/**
 * Removes private members from declarations: they would distinguish classes, so an entry's class would differ from the same
 * class in another entry.
 */
const inside = {
  name: "inside",
  transform: (text) =>
    text.replace(/^ +#private;\n/gm, "").replace(/ extends Disposable<\w+>/g, " extends Disposable<unknown>"),
};

/** The names that a declaration file exports only as types, including classes. */
async function typesOf(file) {
  const statements = nodesOf(await readFile(file, "utf8"), ts.isExportDeclaration);
  return statements.flatMap(({ isTypeOnly, exportClause }) =>
    exportClause.elements.filter((each) => isTypeOnly || each.isTypeOnly).map((each) => each.name.text),
  );
}

/** Exports a class as a type if its source does: rollup-plugin-dts exports every class as a value. */
function withTypesOnly(code, names) {
  return code.replace(/^export \{ (.*) \};$/m, (_, list) => {
    const isType = (each) => names.includes(each.replace(/^.* as /, ""));
    const all = list.split(", ");
    const statement = (keyword, some) => (some.length > 0 ? [`${keyword} { ${some.join(", ")} };`] : []);
    return [
      ...statement(
        "export",
        all.filter((each) => !isType(each)),
      ),
      ...statement("export type", all.filter(isType)),
    ].join("\n");
  });
}

/** Writes one entry's declarations to one file, for ESM and CommonJS. Every entry in package.json has them. */
async function declare(name) {
  const input = path.join(types, `${name}.d.ts`);
  const bundle = await rollup({
    input,
    external: /^jsbi$/,
    plugins: [inside, dts()],
  });
  const { output } = await bundle.generate({ format: "es" });
  const code = withTypesOnly(output[0].code, await typesOf(input));
  for (const kind of ["d.ts", "d.cts"]) await writeFile(path.join(dist, `${name}.${kind}`), code);
}

const { exports } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const declared = JSON.stringify(exports).matchAll(/\.\/dist\/([\w./-]+)\.d\.ts/g);
for (const name of new Set([...declared].map(([, name]) => name))) await declare(name);
await rm(types, { recursive: true });

// the format of `sha256sum --check`
const wasm = path.join(here, "wasm");
const modules = (await readdir(wasm)).filter((name) => name.endsWith(".wasm")).sort();
const hash = async (name) =>
  createHash("sha256")
    .update(await readFile(path.join(wasm, name)))
    .digest("hex");
const sums = await Promise.all(modules.map(async (name) => `${await hash(name)}  ${name}\n`));
writeWhole(path.join(wasm, "SHA256SUMS"), sums.join(""));

// packed with the other files
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  writeWhole(path.join(here, name), await readFile(path.join(here, "../..", name)));
}
