import { readFile } from "node:fs/promises";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      name: "wasm-as-base64",
      enforce: "pre",
      async load(id) {
        if (!id.endsWith(".wasm")) return null;
        return `export default ${JSON.stringify((await readFile(id)).toString("base64"))};`;
      },
    },
  ],
  test: { include: ["test/**/*.test.ts"], testTimeout: 120_000 },
});
