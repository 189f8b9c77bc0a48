/** Hashes a message to a point of BLS12-381's second group: SHA-256 by WebCrypto, and modexp's map. */
import type { G2Point, Pairing } from "modexp/pairings/async";
import { digest } from "../shared/digest.js";
import { fromBytes } from "../shared/numbers.js";

/** Bytes of SHA-256's digest, and of its block. */
const DIGEST = 32;
const BLOCK = 64;

/** Bytes for one coefficient: 16 more than for p. */
const WIDE = 64;

/** RFC 9380's `hash_to_curve`; `tag` is the domain separation tag, at most 255 bytes. */
export async function hashToG2(e: Pairing, message: Uint8Array, tag: string): Promise<G2Point> {
  const bytes = await expandMessage(message, new TextEncoder().encode(tag), 4 * WIDE);
  const u = [0, 1, 2, 3].map((i) => fromBytes(bytes.subarray(i * WIDE, (i + 1) * WIDE)) % e.g2.p);
  return e.g2.add(e.mapToG2(u.slice(0, 2)), e.mapToG2(u.slice(2)));
}

// RFC 9380, section 5.3.1: b_0 hashes the message, b_i hashes b_0 ⊕ b_(i−1)
async function expandMessage(message: Uint8Array, tag: Uint8Array, length: number): Promise<Uint8Array> {
  const end = Uint8Array.of(...tag, tag.length);
  const size = Uint8Array.of(length >> 8, length & 255, 0);
  const b0 = await digest("SHA-256", new Uint8Array(BLOCK), message, size, end);
  const expanded = new Uint8Array(length);
  let b: Uint8Array = new Uint8Array(DIGEST);
  for (let i = 1; DIGEST * i <= length; i++) {
    const mixed = b0.map((byte, j) => byte ^ (b[j] ?? 0));
    b = await digest("SHA-256", mixed, Uint8Array.of(i), end);
    expanded.set(b, DIGEST * (i - 1));
  }
  return expanded;
}
