// Bundles the suite and its imports into dist/suite.mjs, one file for every engine.
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export const PACKAGE = path("../../packages/modexp-js/");
export const SUITE = path("../dist/suite.mjs");

/** The main entry with the module of `tier` inlined; without a tier, the entry for this engine. */
export function mainEntry(tier) {
  const ofBun = tier === undefined ? process.versions.bun !== undefined : tier === "wide";
  return `${PACKAGE}dist/index${ofBun ? ".bun" : ""}.js`;
}

/** Resolves to the URL of the bundle. */
export async function bundleSuite(tier) {
  if (!existsSync(`${PACKAGE}dist/index.js`)) throw new Error("the package is not built: run `npm run build` first");
  const { build } = await import("esbuild");
  await build({
    entryPoints: [path("suite.mjs")],
    outfile: SUITE,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    alias: { modexp: mainEntry(tier) },
    logLevel: "warning",
  });
  return pathToFileURL(SUITE).href;
}
