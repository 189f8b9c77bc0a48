/** Hashes by WebCrypto. */

/** The hash of all parts, concatenated; `name` is "SHA-256" or similar. */
export async function digest(name: string, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest(name, all));
}
