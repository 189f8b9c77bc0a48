import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { generate, resolve } from "./plugins.mjs";
import { markdownModules } from "./test/shared/markdown.js";

const mutant = process.env.MODEXP_MUTANT ? JSON.parse(process.env.MODEXP_MUTANT) : undefined;
const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  plugins: [
    markdownModules(),
    {
      // of scripts/typescript-mutants.mjs
      name: "one-change",
      enforce: "pre",
      transform: (code, id) =>
        id === mutant?.path ? code.slice(0, mutant.start) + mutant.to + code.slice(mutant.end) : undefined,
    },
    {
      // what build.mjs does: modules and scripts as text, and Node's variants of files
      name: "like-the-build",
      enforce: "pre",
      resolveId(source, importer = "") {
        if (source.startsWith("generated:")) return source;
        const own = importer.slice(here.length);
        return importer.startsWith(here) && /^(src|test)\//.test(own) && /^\..*\.js$/.test(source)
          ? resolve(source, importer, "tests-node")
          : null;
      },
      load: (id) => (id.startsWith("generated:") ? generate(id) : null),
      transform: (code, id) => {
        // its addresses are relative to the files of dist
        if (id.endsWith("/src/wasm/urls.ts")) return code.replaceAll('"../wasm/', '"../../wasm/');
        // the addon as it is built, not installed
        const platforms = path.join(here, "../modexp-native-js/platforms/");
        return id.endsWith("/src/api/addon.native.ts") ? code.replace("modexp-native-", platforms) : undefined;
      },
    },
  ],
  test: { include: ["test/**/*.test.ts"], testTimeout: 300_000 },
});
