/** Modules from whatever brings them. */

/** Compiles the module that a response is, while it arrives. */
export async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new Error(`could not fetch ${response.url}: ${response.status}; serve the package's .wasm files`);
  }
  // servers that do not know the type application/wasm get the slower way
  if (response.headers.get("content-type") !== "application/wasm") {
    return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compileStreaming(response);
}
