/** Helpers for numbers: random ones, lengths, and formats. */

/** Bits of x ≥ 0, 0 for 0. */
export function bitLength(x: bigint): number {
  return x === 0n ? 0 : x.toString(2).length;
}

/** A random number below 2^bits. */
export function randomBits(bits: number): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 8)));
  return fromBytes(bytes) >> BigInt(8 * bytes.length - bits);
}

/** A random number in [1, m), evenly distributed; m is at least 2. */
export function randomBelow(m: bigint): bigint {
  for (;;) {
    const x = randomBits(bitLength(m));
    if (x > 0n && x < m) return x;
  }
}

/** The number with these big-endian bytes. */
export function fromBytes(bytes: Uint8Array): bigint {
  return BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") || "0"}`);
}

/** x ≥ 0 as `length` big-endian bytes; x < 256^length. */
export function toBytes(x: bigint, length: number): Uint8Array<ArrayBuffer> {
  const hex = x.toString(16).padStart(2 * length, "0");
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** x in a program: decimal where it is short: interpreters limit the digits of long decimal numbers, and take time to read them. */
export function literal(x: bigint): string {
  const magnitude = x < 0n ? -x : x;
  return `${x < 0n ? "-" : ""}${magnitude < 2n ** 64n ? magnitude : `0x${magnitude.toString(16)}`}`;
}

/** The first and the last digits of x in hex. */
export function shortHex(x: bigint, digits = 8): string {
  const hex = x.toString(16);
  return hex.length <= 2 * digits ? hex : `${hex.slice(0, digits)}…${hex.slice(-digits)}`;
}

const THREE_DIGITS = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** Three digits: the precision of a measurement. */
export function round3(x: number): string {
  return THREE_DIGITS.format(x);
}

/** "1 bit", "2 bits". */
export function bitCount(bits: number): string {
  return bits === 1 ? "1 bit" : `${bits} bits`;
}

/** A time in a suitable unit. */
export function duration(ms: number): string {
  // browsers' clocks are coarse on purpose
  if (ms <= 0) return "< 1 ms";
  if (ms < 1) return `${round3(ms * 1000)} µs`;
  return ms < 1000 ? `${round3(ms)} ms` : `${round3(ms / 1000)} s`;
}

/** 6.234 as "6.2×", 62.34 as "62×". */
export function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)}×`;
}
