/**
 * Which WebAssembly this engine runs.
 *
 * Features are tested, not read from the engine's name: the engine compiles a tiny module for each feature, and computes a
 * known result with it. Engines have had wrong shuffles and wrong wide arithmetic: for us they have none. `relaxed` needs a fused
 * multiply-add. JavaScriptCore on x86, for example, has the instruction but rounds twice.
 */
import { F64, I32, I64, tinyModule } from "./tiny-module.js";

/** A set of kernels: `native` is machine code, in `modexp-native`; `relaxed`, `wide` and `simd` are WebAssembly, `js` is BigInt. */
export type Tier = "native" | "relaxed" | "wide" | "simd" | "js";

/** The tiers that are WebAssembly. */
export type WasmTier = Exclude<Tier, "native" | "js">;

/** A module of powers. `relaxed-wide` is that of the tier `relaxed` for engines with wide arithmetic. */
export type PowersModule = WasmTier | "relaxed-wide";

/** The features of the engine that the tiers need. */
export interface Features {
  /** WebAssembly is there and may be compiled. */
  readonly webAssembly: boolean;
  /** 128-bit vectors, with right products. */
  readonly simd: boolean;
  /** Relaxed vector instructions, multiply-add among them. */
  readonly relaxedSimd: boolean;
  /** The relaxed multiply-add rounds once. */
  readonly fusedMultiplyAdd: boolean;
  /** 64 × 64 → 128-bit products and sums of 128 bits, with right results. */
  readonly wideArithmetic: boolean;
}

/** (a, b) → a·b + c² for the low halves of a and b, signed, and the high half c of b: i8x16.shuffle, i32x4.dot_i16x8_s */
const SIMD = tinyModule([I32, I32], I32, [
  ...[0, 0x20, 0, 0xfd, 0x11, 0x20, 1, 0xfd, 0x11],
  ...[0xfd, 0x0d, 0, 1, 18, 19, 4, 5, 22, 23, 8, 9, 26, 27, 12, 13, 30, 31],
  ...[0x20, 1, 0xfd, 0x11, 0xfd, 0xba, 0x01, 0xfd, 0x1b, 3],
]);

/**
 * (a, b) → the xor of the halves of a·b + (b·2^64 + a) − (a·2^64 + b) − s, for the product s of a and b as signed numbers:
 * i64.mul_wide_u, i64.add128, i64.sub128, i64.mul_wide_s
 */
const WIDE_ARITHMETIC = tinyModule([I64, I64], I64, [
  ...[0, 0x20, 0, 0x20, 1, 0xfc, 0x16],
  ...[0x20, 0, 0x20, 1, 0xfc, 0x13, 0x20, 1, 0x20, 0, 0xfc, 0x14],
  ...[0x20, 0, 0x20, 1, 0xfc, 0x15, 0xfc, 0x14, 0x85],
]);

/** (a, b, c) → a·b + c: lane 0 of f64x2.relaxed_madd on three splats */
const RELAXED_SIMD = tinyModule(
  [F64, F64, F64],
  F64,
  [0, 0x20, 0, 0xfd, 0x14, 0x20, 1, 0xfd, 0x14, 0x20, 2, 0xfd, 0x14, 0xfd, 0x87, 0x02, 0xfd, 0x21, 0],
);

let found: Features | undefined;

/** The features of this engine, tested once. */
export function features(): Features {
  found ??= probe();
  return found;
}

function probe(): Features {
  // numbers lie in memory in WebAssembly's order, the low byte first
  const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const webAssembly = typeof WebAssembly === "object" && littleEndian && mayCompile();
  const [multiplyAdd, product, wideProduct] = [RELAXED_SIMD, SIMD, WIDE_ARITHMETIC].map((bytes) =>
    webAssembly ? functionOf(bytes) : undefined,
  );
  // (2^27 + 1)² = 2^54 + 2^28 + 1 takes 55 bits: rounded to 53, the 1 is lost
  const a = 2 ** 27 + 1;
  return {
    webAssembly,
    simd: product?.(-3, 0x7fff_8000) === 3 * 0x8000 + 0x7fff ** 2,
    relaxedSimd: multiplyAdd !== undefined,
    fusedMultiplyAdd: multiplyAdd?.(a, a, -(2 ** 54 + 2 ** 28)) === 1,
    // (2^64 − 1)(2^64 − 2), where the sum and the first difference have a carry, and (−1)·(−2)
    wideArithmetic: wideProduct?.(BigInt(-1), BigInt(-2)) === BigInt(-3),
  };
}

/** The function of a tiny module; undefined if the engine lacks its instructions. */
function functionOf(bytes: Uint8Array<ArrayBuffer>): ((...operands: (number | bigint)[]) => unknown) | undefined {
  try {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    return f as (...operands: (number | bigint)[]) => unknown;
  } catch {
    return undefined;
  }
}

/** Whether the page's content security policy lets us compile, asked with an empty module. */
function mayCompile(): boolean {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    return true;
  } catch {
    return false;
  }
}
