import { readFile } from "node:fs/promises";
import { compileBytes, type WasmModule } from "./compile.js";

/** Compiles the module in the file at `url`: Node's fetch does not read files. */
export async function compileFrom(url: URL): Promise<WasmModule> {
  return compileBytes(new Uint8Array(await readFile(url)));
}
