import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import compression from "@polka/compression";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { code } from "./code.js";

/** Gives the service worker the list of the page's files, and a version that changes when one of them does. */
function offline(): Plugin {
  return {
    name: "offline",
    enforce: "post",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== "sw.js" && !isSpare(bundle[name]));
      const hash = createHash("sha256");
      for (const name of files) {
        const file = bundle[name];
        hash.update(name).update((file?.type === "chunk" ? file.code : file?.source) ?? "");
      }
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("offline: there is no sw.js for the list of files");
      worker.code = worker.code
        .replace("__FILES__", JSON.stringify(["./", ...readdirSync("public"), ...files]))
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)));
    },
  };
}

/** The modules that modexp/pool takes where there is no .wasm file: here there is one. */
function isSpare(file: Rollup.OutputBundle[string] | undefined): boolean {
  return file?.type === "chunk" && file.isDynamicEntry && /modexp-js\/dist\/index\.js$/.test(file.facadeModuleId ?? "");
}

/** Sends the files compressed, as most servers do. */
function compressed(): Plugin {
  return {
    name: "compressed",
    configurePreviewServer({ middlewares }) {
      middlewares.use(compression({ mimes: /text|javascript|json|xml|wasm/ }));
    },
  };
}

export default defineConfig({
  // relative, so that the files may lie in any folder of a server
  base: "./",
  plugins: [offline(), compressed(), code()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: "index.html", sw: "src/offline/sw.ts" },
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
  preview: { host: "127.0.0.1", port: 4173 },
});
