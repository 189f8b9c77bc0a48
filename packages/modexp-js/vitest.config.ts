import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      // what build.mjs does: modules as text, and files read by Node
      name: "like-the-build",
      enforce: "pre",
      resolveId(source) {
        return source === "./read.js" ? fileURLToPath(new URL("src/read.node.ts", import.meta.url)) : null;
      },
      async load(id) {
        if (!id.endsWith(".wasm")) return null;
        return `export default ${JSON.stringify((await readFile(id)).toString("base64"))};`;
      },
    },
  ],
  test: { include: ["test/**/*.test.ts"], testTimeout: 120_000 },
});
