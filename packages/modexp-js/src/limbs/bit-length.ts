/** The length of an integer in bits. */

/** From here on a number may exceed all floats. */
const LONG = 1n << 1024n;

/** The bytes of a float, which show its exponent. */
const float = new DataView(new ArrayBuffer(8));

/** Bits of x ≥ 0. Below `LONG` the nearest float gives them in 25 ns; hexadecimal text takes 70 to 150 ns. */
export function bitLength(x: bigint): number {
  if (x >= LONG) {
    const hex = x.toString(16);
    return 4 * hex.length + 28 - Math.clz32(Number.parseInt(hex.charAt(0), 16));
  }
  // a number above all floats gives Infinity, which looks like 2^1024
  const nearest = Number(x);
  float.setFloat64(0, nearest);
  const bits = (float.getUint16(0) >> 4) - 1022;
  const isPower = ((float.getUint32(0) << 12) | float.getUint32(4)) === 0;
  // erases x, which may be secret
  float.setFloat64(0, 0);
  // an x that was rounded up to a power of two looks one bit too long
  return Math.max(isPower && x < nearest ? bits - 1 : bits, 0);
}

/** Bits of the longest of these numbers ≥ 0; 0 for an empty list. */
export function longestOf(numbers: readonly bigint[]): number {
  let bits = 0;
  for (const x of numbers) bits = Math.max(bits, bitLength(x));
  return bits;
}
