/** The Jacobi symbol, on BigInt and in variable time. */

/** Bits of a that one step searches for the lowest 1. */
const WORD = 30;

/** (a/n) for odd n > 0: the product of the Legendre symbols of a modulo the primes of n; 0 if a and n have a common factor. */
export function jacobiOf(a: bigint, n: bigint): -1 | 0 | 1 {
  let [x, y] = [a % n, n];
  // (−1/n) = −1 for n = 3 mod 4
  let isNegative = x < 0n && low(n, 2) === 3;
  if (x < 0n) x = -x;
  while (x !== 0n) {
    // (2/y) = −1 for y = ±3 mod 8
    const isFlipped = low(y, 3) === 3 || low(y, 3) === 5;
    let word = low(x, WORD);
    for (; word === 0; word = low(x, WORD)) x >>= BigInt(WORD);
    const zeros = 31 - Math.clz32(word & -word);
    x >>= BigInt(zeros);
    // WORD is even, so the skipped words change no sign
    if (isFlipped && zeros % 2 === 1) isNegative = !isNegative;
    // (x/y) = −(y/x) if both are 3 mod 4
    if (low(x, 2) === 3 && low(y, 2) === 3) isNegative = !isNegative;
    [x, y] = [y % x, x];
  }
  if (y !== 1n) return 0;
  return isNegative ? -1 : 1;
}

/** The lowest `bits` bits of x ≥ 0, bits ≤ 30. */
function low(x: bigint, bits: number): number {
  return Number(BigInt.asUintN(bits, x));
}
