/** Encodes a message as the number that RSA signs: RFC 8017, sections 9.1.1 (PSS) and 9.2 (PKCS #1 v1.5). */
import { digest } from "../shared/digest.js";
import { fromBytes } from "../shared/numbers.js";

/** DigestInfo of SHA-256 in DER, up to the digest. */
export const SHA_256_INFO = [
  ...[0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00],
  ...[0x04, 0x20],
];

/** EMSA-PKCS1-v1_5 with SHA-256, `length` bytes. */
export async function pkcs1(message: Uint8Array, length: number): Promise<bigint> {
  const info = [...SHA_256_INFO, ...(await digest("SHA-256", message))];
  const padding = new Array<number>(length - info.length - 3).fill(0xff);
  return fromBytes(Uint8Array.of(0, 1, ...padding, 0, ...info));
}

/** Bytes of the salt: RFC 9474 prescribes the length of SHA-384's digest. */
export const SALT_LENGTH = 48;

/** EMSA-PSS with SHA-384 and MGF1, for a modulus of `bits` bits. */
export async function pss(message: Uint8Array, bits: number): Promise<bigint> {
  const length = Math.ceil((bits - 1) / 8);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_LENGTH));
  const hash = await digest("SHA-384", new Uint8Array(8), await digest("SHA-384", message), salt);
  const block = new Uint8Array(length - hash.length - 1);
  block[block.length - salt.length - 1] = 1;
  block.set(salt, block.length - salt.length);

  const mask = await mgf1(hash, block.length);
  const masked = block.map((byte, i) => byte ^ (mask[i] ?? 0));
  // the bits above the modulus's own are zero
  masked[0] = (masked[0] ?? 0) & (0xff >> (8 * length - (bits - 1)));
  return fromBytes(Uint8Array.of(...masked, ...hash, 0xbc));
}

async function mgf1(seed: Uint8Array, length: number): Promise<Uint8Array> {
  const mask: number[] = [];
  for (let i = 0; mask.length < length; i++) mask.push(...(await digest("SHA-384", seed, Uint8Array.of(0, 0, 0, i))));
  return Uint8Array.from(mask.slice(0, length));
}
