import { compileResponse } from "./compile.js";

/** Compiles the module at `url` while it arrives. */
export async function compileFrom(url: URL): Promise<WebAssembly.Module> {
  return compileResponse(await fetch(url));
}
