// What the sources import that is made by the build, and by the tests in the same way.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));

/** Files of which Node has its own: `x.js` is `x.node.ts` there. */
const WITH_VARIANT = /\/(read|thread|port)\.js$/;

/** Node's variant of a source file, where there is one. */
export function variantForNode(source) {
  return WITH_VARIANT.test(source) ? source.replace(/\.js$/, ".node.ts") : undefined;
}

/** Takes Node's variants. */
export const forNode = {
  name: "for-node",
  setup: ({ onResolve }) =>
    onResolve({ filter: WITH_VARIANT }, ({ path: source, resolveDir }) => ({
      path: path.join(resolveDir, variantForNode(source)),
    })),
};

/** Takes what edge workers have of their own. */
export const forWorkerd = {
  name: "for-workerd",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/inline\.js$/ }, () => ({ path: path.join(here, "src/inline.workerd.ts") })),
};

/** The script of a thread of the pool, for Web Workers, or for worker threads if `node`. */
export async function workerScript({ node }) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: ["src/pool/worker.ts"],
    bundle: true,
    target: "es2022",
    charset: "utf8",
    // both hosts take text as a script, not as a module
    format: node ? "cjs" : "iife",
    platform: "neutral",
    minify: true,
    write: false,
    plugins: node ? [forNode] : [],
    external: node ? ["node:*"] : [],
  });
  return outputFiles[0].text;
}
