/** Compiles the module at `url` while it arrives. */
export async function compileFrom(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`could not fetch ${url.href}: ${response.status}; serve the package's .wasm files`);
  // servers that do not know the type application/wasm get the slower way
  if (response.headers.get("content-type") !== "application/wasm") {
    return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compileStreaming(response);
}
