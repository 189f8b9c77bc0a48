/** RSA keys made by WebCrypto, as numbers. */
import { fromBytes } from "./numbers.js";

export interface RsaKey {
  readonly bits: number;
  readonly n: bigint;
  readonly e: bigint;
  readonly d: bigint;
  readonly p: bigint;
  readonly q: bigint;
  /** The key for WebCrypto. */
  readonly pair: CryptoKeyPair;
}

/** Bytes of the modulus. */
export function keyBytes({ bits }: Pick<RsaKey, "bits">): number {
  return bits / 8;
}

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** The reason why WebCrypto is missing, or undefined. */
export function webCryptoMissing(): string | undefined {
  return globalThis.crypto?.subtle === undefined
    ? "This needs WebCrypto, which browsers have only on https:// and localhost: open the page there."
    : undefined;
}

/** A new key of `bits` bits, for RSASSA-PKCS1-v1_5 signatures with SHA-256. @throws Error without WebCrypto. */
export async function makeRsaKey(bits: number): Promise<RsaKey> {
  const missing = webCryptoMissing();
  if (missing !== undefined) throw new Error(missing);
  const parameters = { ...ALGORITHM, modulusLength: bits, publicExponent: Uint8Array.of(1, 0, 1) };
  const pair = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const number = (name: "n" | "e" | "d" | "p" | "q") => fromBase64Url(jwk[name] ?? "");
  return { bits, n: number("n"), e: number("e"), d: number("d"), p: number("p"), q: number("q"), pair };
}

/** The public half of `key` for RSA-PSS signatures with SHA-384. */
export async function pssVerifier({ pair }: RsaKey): Promise<CryptoKey> {
  const { kty, n, e } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const jwk = { kty, n, e } as JsonWebKey;
  return crypto.subtle.importKey("jwk", jwk, { name: "RSA-PSS", hash: "SHA-384" }, false, ["verify"]);
}

function fromBase64Url(text: string): bigint {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return fromBytes(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}
