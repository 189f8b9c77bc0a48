// The hash of all inputs of a step. Cargo and npm track their own inputs; these steps combine several programs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process.mjs";

const SKIPPED = new Set(["node_modules", "target", "pkg", "coverage", ".git"]);

/** The files of a path, except for results of builds. */
export function* files(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (!SKIPPED.has(entry)) yield* files(join(path, entry));
  }
}

/** The hash of files and folders (paths from the project's root) and of strings. Missing files count as empty. */
export function hashOf(paths, ...extra) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of files(join(ROOT, path))) {
      const bytes = readFileSync(file);
      hash.update(`${file.slice(ROOT.length)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.update(JSON.stringify(extra)).digest("hex");
}
