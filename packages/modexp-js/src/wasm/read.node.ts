import { readFile } from "node:fs/promises";

/** Compiles the module in the file at `url`: Node's fetch does not read files. */
export async function compileFrom(url: URL): Promise<WebAssembly.Module> {
  return WebAssembly.compile(new Uint8Array(await readFile(url)));
}
