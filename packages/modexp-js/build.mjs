// Bundles src into dist: one file for each entry and module system, its declarations, and the test bundle for engines.
import { execFileSync } from "node:child_process";
import { copyFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "dist.new");

const common = {
  absWorkingDir: here,
  bundle: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  loader: { ".wasm": "base64" },
  logLevel: "warning",
};

// node reads its files, others fetch them
const readFiles = {
  name: "read-files",
  setup: ({ onResolve }) => onResolve({ filter: /\/read\.js$/ }, () => ({ path: path.join(here, "src/read.node.ts") })),
};

const entries = [
  { from: "src/index.ts", to: "index" },
  { from: "src/async.ts", to: "async" },
  { from: "src/async.ts", to: "async.node", plugins: [readFiles], external: ["node:*"] },
];

const bundle = (entry, format, extension) =>
  build({
    ...common,
    entryPoints: [entry.from],
    outfile: `${dist}/${entry.to}.${extension}`,
    format,
    platform: "neutral",
    plugins: entry.plugins ?? [],
    external: entry.external ?? [],
    // CommonJS has no import.meta
    ...(format === "cjs" && {
      define: { "import.meta.url": "importMetaUrl" },
      banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    }),
  });

await rm(dist, { recursive: true, force: true });
await Promise.all([
  ...entries.flatMap((entry) => [bundle(entry, "esm", "js"), bundle(entry, "cjs", "cjs")]),
  build({
    ...common,
    entryPoints: ["test/engines/suite.ts"],
    outfile: `${dist}/test/engines.mjs`,
    format: "esm",
    platform: "neutral",
  }),
]);

const tsc = createRequire(import.meta.url)
  .resolve("typescript/package.json")
  .replace(/package\.json$/, "bin/tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", dist], { cwd: here, stdio: "inherit" });

// the same declarations for CommonJS
for (const file of await readdir(dist)) {
  if (!file.endsWith(".d.ts")) continue;
  const text = await readFile(path.join(dist, file), "utf8");
  await writeFile(
    path.join(dist, file.replace(/\.d\.ts$/, ".d.cts")),
    text.replaceAll(/(from "\.\/[\w.]+)\.js"/g, '$1.cjs"'),
  );
}

// whole or not at all: whoever uses dist meanwhile finds the old one or the new one
const used = path.join(here, "dist");
await rm(used, { recursive: true, force: true });
await rename(dist, used);

// packed with the rest
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  await copyFile(path.join(here, "../..", name), path.join(here, name));
}
