// Bundles the suite, and modexp alone, into dist: one file of each for every engine.
import { fileURLToPath, pathToFileURL } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export const PACKAGE = path("../../packages/modexp-js/");
export const SUITE = path("../dist/suite.mjs");
/** The main entry. */
export const MODEXP = path("../dist/modexp.mjs");

/**
 * Resolves to the URL of the suite's bundle. The main entry in both has the module of `tier`; without a tier, those of the entry for
 * this engine. They are bundled from the sources, which need no module of curves or pairings.
 */
export async function bundleSuite(tier) {
  const { build } = await import("esbuild");
  const { forEsbuild } = await import("../../packages/modexp-js/plugins.mjs");
  const ofBun = tier === undefined ? process.versions.bun !== undefined : tier === "wide";
  const entry = `${PACKAGE}src/index.ts`;
  await build({
    entryPoints: { suite: path("suite.mjs"), modexp: entry },
    outdir: path("../dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    alias: { modexp: entry, "modexp/groups": `${PACKAGE}src/groups.ts` },
    plugins: [forEsbuild(ofBun ? "bun" : "default")],
    logLevel: "warning",
  });
  return pathToFileURL(SUITE).href;
}
