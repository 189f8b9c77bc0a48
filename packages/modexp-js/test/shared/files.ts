/** The vector files: the project's own, and those in the folder MODEXP_VECTORS. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Vector } from "./checks.js";

/** The project's own vectors; the Rust tests read them too. */
export const OWN: string = fileURLToPath(new URL("../../../../crates/modexp-core/tests/vectors", import.meta.url));

/** The folder of public vectors, or undefined. */
export const PUBLIC: string | undefined = process.env.MODEXP_VECTORS || undefined;

/** The .jsonl files of a folder. */
export function vectorFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
}

/** The records of a file. */
export function readVectors(folder: string, file: string): Vector[] {
  const lines = readFileSync(path.join(folder, file), "utf8").trim().split("\n");
  return lines.map((line) => ({ file, ...JSON.parse(line) }));
}
