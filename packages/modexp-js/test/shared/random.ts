/** Seeded random numbers, shaped to break arithmetic. */

/** Bits of the kernels' digits. */
export const DIGITS: readonly number[] = [13, 32, 50, 52, 61, 64];

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer in [0, limit), limit ≤ 2^32. */
  below(limit: number): number {
    // a Weyl sequence through two rounds of multiply and xor-shift
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return Math.floor((((x ^ (x >>> 15)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** A number of exactly `bits` bits, uniform. */
  uniform(bits: number): bigint {
    let hex = "0x0";
    for (let have = 0; have < bits; have += 32)
      hex += this.below(2 ** 32)
        .toString(16)
        .padStart(8, "0");
    return BigInt.asUintN(bits, BigInt(hex)) | (bits > 0 ? 1n << BigInt(bits - 1) : 0n);
  }

  /** A number of exactly `bits` bits: uniform, in runs of equal bits or of equal digits, or next to a power of two. */
  shaped(bits: number): bigint {
    if (bits === 0) return 0n;
    const top = 1n << BigInt(bits - 1);
    switch (this.below(6)) {
      case 0:
        return this.#runs(bits);
      case 1:
        return this.#digits(bits);
      case 2:
        return 2n * top - 1n - BigInt(this.below(2)) * (bits > 1 ? 1n : 0n);
      case 3:
        return top + BigInt(bits > 1 ? this.below(2) : 0);
      default:
        return this.uniform(bits);
    }
  }

  /** A bit length of up to `limit`: any small one, or a boundary size. */
  bits(limit: number): number {
    if (this.below(4) === 0) return 1 + this.below(Math.min(limit, 70));
    const digit = this.pick(DIGITS);
    const most = Math.max(1, Math.floor(limit / digit));
    const bits = digit * (1 + Math.min(this.below(most), this.below(most))) + this.below(3) - 1;
    return Math.min(bits, limit);
  }

  #runs(bits: number): bigint {
    let text = "1";
    while (text.length < bits) text += this.pick(["0", "1"]).repeat(1 + this.below(60));
    return BigInt(`0b${text.slice(0, bits)}`);
  }

  #digits(bits: number): bigint {
    const digit = this.pick(DIGITS);
    let text = "";
    while (text.length < bits) text += this.pick(["0", "1"]).repeat(digit);
    return BigInt(`0b${text.slice(-bits)}`) | (1n << BigInt(bits - 1));
  }
}
