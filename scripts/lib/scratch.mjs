// Files of one run: a run of the same tests at the same time has its own.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TARGET } from "./process.mjs";

/** A new folder `name-…` in `target/scratch`, which is removed when this process ends. */
export function scratch(name) {
  const parent = join(TARGET, "scratch");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
