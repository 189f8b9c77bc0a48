import { readFile } from "node:fs/promises";
import { compileBytes, missing, type WasmModule } from "./compile.js";

/** Compiles the module in the file at the URL: Node's fetch does not read files. */
export async function compileFrom(url: () => URL): Promise<WasmModule> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(url()));
  } catch (cause) {
    // in a bundle of another module system there is not even a URL
    throw missing((cause as NodeJS.ErrnoException).path ?? "the .wasm file", { cause });
  }
  return compileBytes(bytes);
}
