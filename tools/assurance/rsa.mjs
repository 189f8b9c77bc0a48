// RSA keys to test with, as bigints.
import { generatePrimeSync } from "node:crypto";
import { powBinary } from "../../bench/src/bigint.mjs";

const E = 65_537n;

/**
 * A random key of `bits` bits: n, e, d, p, q. It does not use generateKeyPairSync: in Node 20, exporting many keys deadlocks,
 * because the garbage collector waits for a lock that the export holds.
 */
export function rsaKey(bits) {
  for (;;) {
    const [p, q] = [1, 2].map(() => generatePrimeSync(bits / 2, { bigint: true }));
    const [n, order] = [p * q, (p - 1n) * (q - 1n)];
    if (n >> BigInt(bits - 1) !== 1n || p === q || order % E === 0n) continue;
    // d·e = 1 + k·order, with the k that makes 1 + k·order a multiple of e
    const k = E - powBinary(order, E - 2n, E);
    return { n, e: E, d: (1n + k * order) / E, p, q };
  }
}
