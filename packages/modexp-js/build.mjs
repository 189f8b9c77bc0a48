// Bundles src into dist: one file for each entry and module system, its declarations, and the test bundle for engines.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { forNode, forWorkerd, wasmAsText, workerScript } from "./plugins.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "dist.new");

const common = {
  absWorkingDir: here,
  bundle: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  platform: "neutral",
};

/** Entries that share a file import it, so that it is there once: in a project, and in its memory. */
const shared = (files, extension) => ({
  name: "shared",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path: source, resolveDir }) => {
      const name = path.relative(path.join(here, "src"), path.resolve(resolveDir, source)).replace(/\.js$/, "");
      return files[name] && { path: `./${files[name]}.${extension}`, external: true };
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

const web = { plugins: [workerText(await workerScript({ node: false }))], external: [] };
const node = { plugins: [forNode, workerText(await workerScript({ node: true }))], external: ["node:*"] };
const workerd = { plugins: [forWorkerd], external: [] };

const entries = [
  { from: "src/whole.ts", to: "index", on: web },
  { from: "src/index.ts", to: "index.workerd", on: workerd, only: ["esm"] },
  { from: "src/async.ts", to: "async", on: web, only: ["esm"] },
  { from: "src/async.ts", to: "async.node", on: node },
  { from: "src/slim.ts", to: "slim", on: web },
  { from: "src/curves.ts", to: "curves", on: web },
  { from: "src/curves.ts", to: "curves.workerd", on: workerd, only: ["esm"] },
  { from: "src/curves-async.ts", to: "curves-async", on: web, only: ["esm"] },
  { from: "src/curves-async.ts", to: "curves-async.node", on: node },
  { from: "src/pairings.ts", to: "pairings", on: web },
  { from: "src/pairings.ts", to: "pairings.workerd", on: workerd, only: ["esm"] },
  { from: "src/pairings-async.ts", to: "pairings-async", on: web, only: ["esm"] },
  { from: "src/pairings-async.ts", to: "pairings-async.node", on: node },
  {
    from: "src/evm.ts",
    to: "evm",
    on: web,
    shares: { index: "index", curves: "curves", pairings: "pairings" },
  },
  {
    from: "src/evm.ts",
    to: "evm.workerd",
    on: workerd,
    shares: { index: "index.workerd", curves: "curves.workerd", pairings: "pairings.workerd" },
    only: ["esm"],
  },
  ...["primes", "bn", "jsbn", "big-integer"].flatMap((name) => [
    { from: `src/${name}.ts`, to: name, on: web, shares: { index: "index" } },
    { from: `src/${name}.ts`, to: `${name}.workerd`, on: workerd, shares: { index: "index.workerd" }, only: ["esm"] },
  ]),
  { from: "src/groups.ts", to: "groups", on: web },
  { from: "src/jsbi.ts", to: "jsbi", on: { ...web, external: ["jsbi"] }, shares: { index: "index" } },
  { from: "src/pool.ts", to: "pool", on: web, shares: { "wasm/modules": "index" }, only: ["esm"] },
  { from: "src/pool.ts", to: "pool.node", on: node, shares: { "wasm/modules": "index" } },
  { from: "src/cli.ts", to: "cli", on: node, shares: { index: "index", pool: "pool.node" }, only: ["esm"] },
  { from: "src/pool/worker.ts", to: "pool-worker", on: web, only: ["esm"] },
  { from: "src/pool/worker.ts", to: "pool-worker.node", on: node, only: ["esm"] },
];

const FORMATS = { esm: "js", cjs: "cjs" };

const bundle = ({ from, to, on, shares }, format) =>
  build({
    ...common,
    entryPoints: [from],
    outfile: `${dist}/${to}.${FORMATS[format]}`,
    format,
    plugins: [wasmAsText, ...on.plugins, ...(shares ? [shared(shares, FORMATS[format])] : [])],
    external: on.external,
    // CommonJS has no import.meta
    ...(format === "cjs" && {
      define: { "import.meta.url": "importMetaUrl" },
      banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    }),
  });

await rm(dist, { recursive: true, force: true });
await Promise.all([
  ...entries.flatMap((entry) => (entry.only ?? Object.keys(FORMATS)).map((format) => bundle(entry, format))),
  ...[
    { from: "test/engines/suite.ts", to: "engines", on: web },
    { from: "test/fault-injection/suite.ts", to: "fault-injection", on: web },
    { from: "test/fault-injection/suite.ts", to: "fault-injection.node", on: node },
    { from: "test/api-fuzzing/suite.ts", to: "api-fuzzing", on: web },
    { from: "test/shared/curve-records.ts", to: "curve-records", on: node },
  ].map(({ from, to, on }) =>
    build({
      ...common,
      entryPoints: [from],
      outfile: `${dist}/test/${to}.mjs`,
      format: "esm",
      plugins: [wasmAsText, ...on.plugins],
      external: on.external,
      // tests import files for what they do, which the package's `sideEffects` denies
      ignoreAnnotations: true,
    }),
  ),
]);

const tsc = createRequire(import.meta.url)
  .resolve("typescript/package.json")
  .replace(/package\.json$/, "bin/tsc");
const types = path.join(here, "dist.types");
await rm(types, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", types], { cwd: here, stdio: "inherit" });

/**
 * Takes what is nobody's business out of declarations: what is inside an object, by which classes would be known too, so that
 * those of one entry were not those of another.
 */
const inside = {
  name: "inside",
  transform: (text) =>
    text.replace(/^ +#private;\n/gm, "").replace(/ extends Disposable<\w+>/g, " extends Disposable<unknown>"),
};

/** The declarations of one entry in one file; the same for CommonJS. Every entry of package.json has some. */
async function declare(name) {
  const bundle = await rollup({
    input: path.join(types, `${name}.d.ts`),
    external: /^jsbi$/,
    plugins: [inside, dts()],
  });
  const { output } = await bundle.generate({ format: "es" });
  for (const kind of ["d.ts", "d.cts"]) await writeFile(path.join(dist, `${name}.${kind}`), output[0].code);
}

const { exports } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const declared = JSON.stringify(exports).matchAll(/\.\/dist\/([\w./-]+)\.d\.ts/g);
for (const name of new Set([...declared].map(([, name]) => name))) await declare(name);
await rm(types, { recursive: true });

// whole or not at all: a process that uses dist meanwhile finds the old one or the new one
const used = path.join(here, "dist");
await rm(used, { recursive: true, force: true });
await rename(dist, used);

// what `sha256sum --check` takes
const wasm = path.join(here, "wasm");
const modules = (await readdir(wasm)).filter((name) => name.endsWith(".wasm")).sort();
const hash = async (name) =>
  createHash("sha256")
    .update(await readFile(path.join(wasm, name)))
    .digest("hex");
const sums = await Promise.all(modules.map(async (name) => `${await hash(name)}  ${name}\n`));
await writeFile(path.join(wasm, "SHA256SUMS"), sums.join(""));

// packed with the rest
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  await copyFile(path.join(here, "../..", name), path.join(here, name));
}
