// Builds the page into dist, for `npm run demo:build` and the tests: dist is complete, or as it was.
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { alone, whole } from "../scripts/lib/once.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const dist = `${root}dist`;

const into = async (outDir) => {
  await build({ root, logLevel: "warn", build: { outDir, emptyOutDir: true } });
};
await alone(dist, () => whole(dist, into));
