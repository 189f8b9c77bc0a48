import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/browser/build.ts",
    // the browsers share the cores with what they measure
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
