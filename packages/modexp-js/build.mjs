// node build.mjs FOLDER, in the folder of a package: bundles src into the folder: a file for each entry, variant and module system,
// the files that they share, their declarations, and the test bundles for engines. `npm run build` of the project then moves the
// folder to dist.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";
import { writeWhole } from "../../scripts/lib/once.mjs";
import { forEsbuild, forRollup, isAlike } from "./plugins.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [dist] = process.argv.slice(2);
if (dist === undefined)
  throw new Error("build.mjs needs a folder: `npm run build` in the project's folder gives it one");

/** The package that is built: modexp, or modexp-historical or modexp-native, which have their sources here. */
const root = process.cwd();
const { name: built, exports } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));

/** The folder of the declarations of each source file: next to src, because the modules' declarations are imported from there. */
const types = path.join(here, `.types-${built}`);

/** The entries that carry modules. Their variants for edge workers and for Bun carry different ones. */
const CARRYING = [
  ...["index", "curves", "pairings", "binary-curves"],
  ...["evm", "primes", "jsbi", "bn", "jsbn", "big-integer"],
];
/** The entries that fetch modules; Node reads them from files. */
const FETCHING = ["async", "pool", "curves-async", "binary-curves-async", "pairings-async"];
const PLAIN = ["slim", "groups", "formats"];
/** The entries of modexp-native. */
const NATIVE = ["index", "curves", "binary-curves", "pairings", "evm", "primes", "formats", "pool"];
// the same modules for all engines
const ALIKE_IN_BUN = ["curves", "pairings", "binary-curves"];

/** Inputs of Rollup: the names of files in dist, and the entries in `src` with their variants. */
const inputs = (names, variant, suffix = "") =>
  Object.fromEntries(names.map((name) => [name + suffix, `src/${name}.ts?${variant}`]));

/** The inputs of each package, and the test bundles. */
const PACKAGES = {
  modexp: {
    esm: {
      ...inputs([...CARRYING, ...FETCHING, ...PLAIN], "default"),
      ...inputs(
        CARRYING.filter((name) => !ALIKE_IN_BUN.includes(name)),
        "bun",
        ".bun",
      ),
      ...inputs(CARRYING, "workerd", ".workerd"),
      ...inputs(CARRYING, "installed", ".node"),
      ...inputs(FETCHING, "node", ".node"),
      ...inputs(["cli"], "cli"),
      "pool-worker": "src/pool/worker.ts?default",
      "pool-worker.node": "src/pool/worker.ts?node",
    },
    cjs: { ...inputs([...CARRYING, ...PLAIN], "require"), ...inputs(FETCHING, "require", ".node") },
    tests: [
      { from: "test/engines/suite.ts", to: "engines", variant: "tests" },
      { from: "test/fault-injection/suite.ts", to: "fault-injection", variant: "tests" },
      { from: "test/fault-injection/suite.ts", to: "fault-injection.node", variant: "tests-node" },
      { from: "test/api-fuzzing/suite.ts", to: "api-fuzzing", variant: "tests" },
      { from: "test/shared/curve-records.ts", to: "curve-records", variant: "tests-node" },
    ],
    evaluatedAgain: ["index", "async"],
  },
  "modexp-historical": {
    esm: {
      index: "src/historical-pairings.ts?default",
      "index.workerd": "src/historical-pairings.ts?workerd",
    },
    cjs: { index: "src/historical-pairings.ts?require" },
    tests: [],
    evaluatedAgain: [],
  },
  "modexp-native": {
    esm: { ...inputs(NATIVE, "native"), "pool-worker.node": "src/pool/worker.ts?native" },
    cjs: inputs(NATIVE, "native-require"),
    tests: [],
    evaluatedAgain: [],
  },
};
const { esm, cjs, tests, evaluatedAgain } = PACKAGES[built];
const variants = new Set([...Object.values(esm), ...Object.values(cjs)].map((input) => input.split("?")[1]));

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
  const whole = replaced + code.slice(at);
  // the lines that must come first
  const [head] = /^(?:#!.*\n|'use strict';\n)*/.exec(whole);
  return head + constants.join("") + whole.slice(head.length);
}

/** Whether bundlers see that evaluating `node` has no effect. They do not see it of sums and shifts of BigInts, for example. */
function isPlain(node) {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlain);
  if (ts.isObjectLiteralExpression(node)) return node.properties.every(isPlain);
  if (ts.isPropertyAssignment(node)) return !ts.isComputedPropertyName(node.name) && isPlain(node.initializer);
  if (ts.isBinaryExpression(node)) return [node.left, node.right].every(ts.isNumericLiteral);
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return true;
  return ts.isLiteralExpression(node) || ts.isIdentifier(node);
}

/**
 * Marks what a file computes when it is loaded as without effects, as all of it is: bundlers leave out the constants and classes that an
 * entry does not use.
 */
function withPureConstants(code) {
  const source = ts.createSourceFile("dist.js", code, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const expressions = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) {
      const values = statement.declarationList.declarations.map(({ initializer }) => initializer);
      return values.filter((value) => value && !isPlain(value)).map((node) => ({ node, head: "", end: "" }));
    }
    const isComputed = ({ name }) => name !== undefined && ts.isComputedPropertyName(name);
    if (!ts.isClassDeclaration(statement) || !statement.members.some(isComputed)) return [];
    return [{ node: statement, head: `const ${statement.name.text} = `, end: ";" }];
  });
  let [marked, at] = ["", 0];
  for (const { node, head, end } of expressions) {
    const from = node.getStart(source);
    marked += `${code.slice(at, from)}${head}/* @__PURE__ */ (() => (${code.slice(from, node.end)}))()${end}`;
    at = node.end;
  }
  return marked + code.slice(at);
}

/**
 * The sources that become one file each, which entries share: Node needs 1.5 ms to load a file, and bundlers keep only the functions that
 * an entry uses. A source is in the first part that has it.
 */
const PARTS = {
  // a pool loads these last, if at all
  inside: /^wasm\/(decoder|delta|streams|text)\.ts/,
  // bundlers copy the files of its addresses for every entry that imports it
  fetching: /^(wasm\/(read|urls)|entries\/fetching)\.ts/,
  pairings: /^(pairings\/|wasm\/pairings\.ts)/,
  curves: /^(curves\/(?!any-copy)|wasm\/curves\.ts|entries\/opening\.ts)/,
  core: /^((api|bigint|wasm|arithmetic|limbs)\/|curves\/any-copy)/,
};

/** The file for a source that entries share: a module as text has its own, and files that are alike in all variants are in parts. */
function sharedFile(id) {
  const [, kind, tier] = /^generated:text\/([\w-]+)\/(\w+)/.exec(id) ?? [];
  if (kind) return `${kind}-${tier}.text`;
  if (id.startsWith("generated:code/")) return "inside";
  if (!isAlike(id, variants)) return undefined;
  const source = path.relative(path.join(here, "src"), id);
  return Object.keys(PARTS).find((part) => PARTS[part].test(source));
}

/** A name for the file of `chunk`: of its part, or of the last of its source files, which imports the others. */
function sharedName({ name, moduleIds }) {
  if (name in PARTS && sharedFile(moduleIds.at(-1)) === name) return name;
  const [file, variant] = moduleIds.at(-1).split("?");
  const root = file.endsWith(".d.ts") ? types : path.join(here, "src");
  const source = path
    .relative(root, file)
    .replace(/(?:\.d)?\.ts$/, "")
    .replaceAll("/", "-");
  return file.startsWith("generated:") ? name : [source, variant].filter(Boolean).join(".");
}

/** Bundles the inputs for a module system. Entries share files, so a project and its memory hold each part once. */
async function bundle(input, format, ending) {
  const bundled = await rollup({ input, plugins: [forRollup()], treeshake: { moduleSideEffects: false } });
  await bundled.write({
    dir: dist,
    format,
    entryFileNames: `[name].${ending}`,
    chunkFileNames: (chunk) => `shared-${sharedName(chunk)}.${ending}`,
    manualChunks: sharedFile,
    generatedCode: { constBindings: true },
    hoistTransitiveImports: false,
    // a dynamic import() would return a module without names
    dynamicImportInCjs: false,
    plugins: [
      {
        name: "old-engines",
        renderChunk: (code, _chunk, { format }) => ({
          code: withoutBigIntLiterals(format === "es" ? withPureConstants(code) : code),
          map: null,
        }),
        resolveImportMeta: (property, { format }) =>
          format === "cjs" && property === "url" ? 'require("node:url").pathToFileURL(__filename).href' : null,
      },
    ],
  });
}

/** Bundles `from` into one file of test bundles. */
const testBundle = (from, to, plugins = []) =>
  build({
    absWorkingDir: here,
    entryPoints: [from],
    outfile: `${dist}/test/${to}.mjs`,
    bundle: true,
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    platform: "neutral",
    format: "esm",
    plugins,
    external: ["node:*"],
    // tests import files for their side effects, which the package's `sideEffects` denies
    ignoreAnnotations: true,
  });

await Promise.all([
  bundle(esm, "es", "js"),
  bundle(cjs, "cjs", "cjs"),
  ...tests.map(({ from, to, variant }) => testBundle(from, to, [forEsbuild(variant)])),
]);
// the built entries with all that they share: faults need their state to be new each time
await Promise.all(evaluatedAgain.map((name) => testBundle(`${dist}/${name}.js`, name)));

// the page that npm installs for the command, in the words of its --help
if ("cli" in esm) {
  const { outputFiles } = await build({
    entryPoints: [path.join(here, "src/cli/man.ts")],
    bundle: true,
    format: "esm",
    write: false,
  });
  const { manPage } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  );
  writeWhole(path.join(dist, "modexp.1"), manPage());
}

const tsc = createRequire(import.meta.url)
  .resolve("typescript-7/package.json")
  .replace(/package\.json$/, "bin/tsc");
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
  return code.replace(/^export \{ (.*) \}( from '[^']+')?;$/gm, (_, list, from = "") => {
    const isType = (each) => names.includes(each.replace(/^.* as /, ""));
    const all = list.split(", ");
    const [types, values] = [all.filter(isType), all.filter((each) => !isType(each))];
    const statement = (keyword, some) => (some.length > 0 ? [`${keyword} { ${some.join(", ")} }${from};`] : []);
    return [...statement("export", values), ...statement("export type", types)].join("\n");
  });
}

const declared = [...JSON.stringify(exports).matchAll(/\.\/dist\/([\w./-]+)\.d\.ts/g)].map(([, name]) => name);
const declarationsOf = (source) => path.join(types, source.replace(/^src\/(.*)\.ts.*$/, "$1.d.ts"));
const declarations = await rollup({
  input: Object.fromEntries(declared.map((name) => [name, declarationsOf(esm[name] ?? `src/${name}.ts`)])),
  external: /^jsbi$/,
  plugins: [inside, dts()],
  // types that entries share are named by their uses, which the entries export
  onLog: (level, log, report) => (/private shared type exports/.test(log.message) ? undefined : report(level, log)),
});
const typesOnly = {
  name: "types-only",
  renderChunk: async (code, { isEntry, facadeModuleId }) =>
    isEntry ? { code: withTypesOnly(code, await typesOf(facadeModuleId)), map: null } : null,
};
for (const ending of ["ts", "cts"]) {
  await declarations.write({
    dir: dist,
    format: "es",
    entryFileNames: `[name].d.${ending}`,
    chunkFileNames: (chunk) => `shared-${sharedName(chunk)}.d.${ending}`,
    hoistTransitiveImports: false,
    plugins: [typesOnly],
  });
}
await rm(types, { recursive: true });

// the modules of this package, which are all built in one folder, and their sums in the format of `sha256sum --check`
const folder = path.join(root, "wasm");
await mkdir(folder, { recursive: true });
const modules = (await readdir(path.join(here, "wasm"))).filter(
  (name) => name.endsWith(".wasm") && name.includes("historical") === (built === "modexp-historical"),
);
const sums = [];
for (const name of modules.sort()) {
  const bytes = await readFile(path.join(here, "wasm", name));
  if (root !== here) writeWhole(path.join(folder, name), bytes);
  sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
}
writeWhole(path.join(folder, "SHA256SUMS"), sums.join(""));

// packed with the other files
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  writeWhole(path.join(root, name), await readFile(path.join(here, "../..", name)));
}
