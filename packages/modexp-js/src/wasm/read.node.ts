import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Change, compileBytes, loaded, missing, type WasmModule } from "./compile.js";

/** Compiles the module in the file at the URL, or after a change: Node's fetch does not read files. */
export async function compileFrom(url: () => URL, change?: Change): Promise<WasmModule> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(url()));
  } catch (cause) {
    throw unread(cause);
  }
  return compileBytes(change ? await loaded(change(bytes)) : bytes);
}

/** The bytes of the file at `path`, without `await`. */
export function readNow(path: string | URL): Uint8Array<ArrayBuffer> {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw unread(cause);
  }
}

function unread(cause: unknown): Error {
  // in a bundle of another module system there is not even a URL
  return missing((cause as NodeJS.ErrnoException).path ?? "the .wasm file", { cause });
}
