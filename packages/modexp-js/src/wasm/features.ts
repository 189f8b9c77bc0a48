/**
 * Which WebAssembly this engine runs.
 *
 * Features are tested, not read from the engine's name: the engine validates a tiny module for each feature, and runs one
 * product that differs between a fused and an unfused multiply-add. `relaxed` needs the fused one. JavaScriptCore on x86,
 * for example, has the instruction but rounds twice.
 */
import { F64, I32, I64, tinyModule, V128 } from "./tiny-module.js";

/** A set of kernels: `native` is machine code, in `modexp-native`; `relaxed`, `wide` and `simd` are WebAssembly, `js` is BigInt. */
export type Tier = "native" | "relaxed" | "wide" | "simd" | "js";

/** The tiers that are WebAssembly. */
export type WasmTier = Exclude<Tier, "native" | "js">;

/** The features of the engine that the tiers need. */
export interface Features {
  /** WebAssembly is there and may be compiled. */
  readonly webAssembly: boolean;
  /** 128-bit vectors. */
  readonly simd: boolean;
  /** Relaxed vector instructions, multiply-add among them. */
  readonly relaxedSimd: boolean;
  /** The relaxed multiply-add rounds once. */
  readonly fusedMultiplyAdd: boolean;
  /** 64 × 64 → 128-bit products. */
  readonly wideArithmetic: boolean;
}

/** (i32) → v128: i32x4.splat */
const SIMD = tinyModule([I32], V128, [0, 0x20, 0, 0xfd, 0x11]);

/** (i64, i64) → i64: the low half of i64.mul_wide_u */
const WIDE_ARITHMETIC = tinyModule([I64, I64], I64, [0, 0x20, 0, 0x20, 1, 0xfc, 0x16, 0x1a]);

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
  const validates = (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      return WebAssembly.validate(bytes);
    } catch {
      return false;
    }
  };
  // numbers lie in memory in WebAssembly's order, the low byte first
  const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const webAssembly = typeof WebAssembly === "object" && littleEndian && mayCompile();
  const relaxedSimd = webAssembly && validates(RELAXED_SIMD);
  return {
    webAssembly,
    simd: webAssembly && validates(SIMD),
    relaxedSimd,
    fusedMultiplyAdd: relaxedSimd && multiplyAddIsFused(),
    wideArithmetic: webAssembly && validates(WIDE_ARITHMETIC),
  };
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

function multiplyAddIsFused(): boolean {
  // (2^27 + 1)² = 2^54 + 2^28 + 1 takes 55 bits: rounded to 53, the 1 is lost
  const { f: multiplyAdd } = new WebAssembly.Instance(new WebAssembly.Module(RELAXED_SIMD)).exports;
  const a = 2 ** 27 + 1;
  return (multiplyAdd as (a: number, b: number, c: number) => number)(a, a, -(2 ** 54 + 2 ** 28)) === 1;
}
