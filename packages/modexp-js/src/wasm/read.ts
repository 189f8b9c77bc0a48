import { compileResponse, loaded, type WasmModule } from "./compile.js";

/** Compiles the module at the URL while it arrives. */
export async function compileFrom(url: () => URL): Promise<WasmModule> {
  return compileResponse(await loaded(fetch(url())));
}
