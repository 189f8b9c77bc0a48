/** Where BigInt is faster than the way into WebAssembly and back. */

/** Whether base^exponent mod m is over on BigInt before a call into WebAssembly would be. */
export function bigIntWins(m: bigint, exponent: bigint): boolean {
  return m < 1n << 32n || exponent < 4n;
}
