import { type Change, compileResponse, loaded, type WasmModule } from "./compile.js";

/** Compiles the module at the URL while it arrives, or after a change. */
export async function compileFrom(url: () => URL, change?: Change): Promise<WasmModule> {
  return compileResponse(await loaded(fetch(url())), change);
}
