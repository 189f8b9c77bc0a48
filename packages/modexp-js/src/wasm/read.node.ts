import { createRequire } from "node:module";
import { type Change, compileBytes, loaded, missing, type WasmModule } from "./compile.js";

/** Node's files. An import statement loads streams with them, before the first call. */
const files = () => createRequire(import.meta.url)("node:fs") as typeof import("node:fs");

/** Compiles the module in the file at the URL, or after a change: Node's fetch does not read files. */
export async function compileFrom(url: () => URL, change?: Change): Promise<WasmModule> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await files().promises.readFile(url()));
  } catch (cause) {
    throw unread(cause);
  }
  return compileBytes(change ? await loaded(change(bytes)) : bytes);
}

/** The bytes of the file at `path`, without `await`. */
export function readNow(path: string | URL): Uint8Array<ArrayBuffer> {
  try {
    return files().readFileSync(path);
  } catch (cause) {
    throw unread(cause);
  }
}

function unread(cause: unknown): Error {
  // in a bundle of another module system there is not even a URL
  return missing((cause as NodeJS.ErrnoException).path ?? "the .wasm file", { cause });
}
