// Temporary folders: concurrent runs of the same tests have separate ones.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TARGET } from "./process.mjs";

/** Creates a folder `name-…` in `target/scratch`; it is removed when this process ends. */
export function scratch(name) {
  const parent = join(TARGET, "scratch");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
