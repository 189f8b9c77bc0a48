// Published figures of others, each with its machine.

/** github.com/10gic/modular-exponentiation-benchmark: nanoseconds on an Intel i7-4770HQ at 2.2 GHz, "small" and "big". */
export const GO_BENCHMARK = {
  source: "modular-exponentiation-benchmark, Intel i7-4770HQ, 2.2 GHz",
  cases: ["256/96", "2048/768"],
  rows: [
    { name: "ModExp (Go math/big)", constantTime: false, ns: [17532, 2281780], engine: "Go", contender: "Go math/big" },
    {
      name: "ModExpGo3rdParty (saferith)",
      constantTime: true,
      ns: [28941, 6000609],
      engine: "Go",
      contender: "saferith",
    },
    {
      name: "ModExpOpenSSL (BN_mod_exp_mont_consttime)",
      constantTime: true,
      ns: [20389, 1325081],
      engine: "native",
      contender: "OpenSSL",
    },
  ],
};

/** Ji and Wan, Adaptive Modular Exponentiation Methods v.s. Python's Power Function, tables III and IV: ms ± deviation. */
export const ADAPTIVE = {
  source: "Ji and Wan, AMD FX8320, 2.4 GHz, Python 2",
  bits: [1024, 2048, 3072, 4096],
  interpreters: [
    {
      name: "CPython",
      pow: ["5.050 ± 0.84", "32.942 ± 2.81", "101.136 ± 6.35", "229.435 ± 11.48"],
      mAry: ["5.271 ± 0.90", "32.88 ± 2.04", "99.77 ± 5.82", "224.432 ± 10.27"],
      mAryChange: ["+4.39 %", "−0.17 %", "−1.35 %", "−2.31 %"],
      sliding: ["5.179 ± 0.83", "32.41 ± 2.69", "97.273 ± 6.33", "218.00 ± 10.67"],
      slidingChange: ["+2.56 %", "−1.63 %", "−3.82 %", "−4.98 %"],
    },
    {
      name: "PyPy",
      pow: ["3.450 ± 0.19", "20.035 ± 2.08", "58.383 ± 5.61", "129.20 ± 10.94"],
      mAry: ["3.586 ± 0.73", "20.011 ± 2.28", "57.782 ± 6.99", "126.556 ± 11.82"],
      mAryChange: ["+3.94 %", "−0.12 %", "−1.03 %", "−2.04 %"],
      sliding: ["3.543 ± 0.95", "19.731 ± 2.18", "56.118 ± 5.32", "123.14 ± 10.07"],
      slidingChange: ["+2.69 %", "−1.52 %", "−3.88 %", "−4.69 %"],
    },
  ],
};

/** Fast big-integer multi-output exponentiation, github.com/jiajunxin/multiexp: ms, modulus of 2048 bits. */
export const MULTI_OUTPUT = {
  source: "Fast big-integer multi-output exponentiation",
  exponentBits: [2000, 20_000, 200_000, 2_000_000],
  rows: [
    { name: "2×NaiveExponent", ms: [11.1, 94.9, 911.9, 9443.7] },
    { name: "DoubleExponent", ms: [7.6, 66.9, 646.4, 6640.3] },
    { name: "4×NaiveExponent", ms: [22.3, 187.5, 1827.6, 18830.5] },
    { name: "FourfoldExponent", ms: [9.9, 77.1, 733.9, 7482.0] },
    { name: "precomputeFourfoldExponent", ms: [5.5, 36.9, 359.7, 3596.5] },
  ],
  tables: { logBits: [20, 22, 24, 26, 28], megabytes: [8, 32, 128, 512, 2048] },
  /** The library itself on this project's machine, for each exponent of 20,000 bits. */
  onZen5: { exponentBits: 20_000, fourfoldMs: 9.4, fourfoldByTableMs: 4.6, opensslPlainMs: 14 },
};

/** No security today: only for old data. */
const HISTORICAL = { note: "historical: no security today" };
/** Logarithms in GF(2^4m) are easy (Granger, Kleinjung and Zumbrägel, 2014/119); MIRACL's scalars have 160 and 256 bits, ours the order's. */
const BROKEN = { note: "historical: broken" };

/**
 * A pairing at MIRACL's level of security. Each time in ms is without and with precomputation: a multiplication in G1 and in G2
 * (type 1 has no G2), a pairing, a power in GT, and one more factor of a product of pairings.
 */
const pairing = (level, name, G1, G2, PR, GT, PM, more) => ({
  level,
  name,
  published: { G1, G2, PR, GT, PM },
  ...more,
});

/** The program BMARK of MIRACL on an Intel i5-520 at 2.4 GHz: iterations and ms, modular part and curves. */
export const BMARK = {
  source: "BMARK of MIRACL, Intel i5-520, 2.4 GHz",
  primes: [
    {
      bits: 512,
      short: 160,
      rows: [
        { key: "R", exponent: 160, iterations: 54945, ms: 0.18 },
        { key: "D", exponent: 160, iterations: 45015, ms: 0.22 },
        { key: "R", exponent: 512, iterations: 18292, ms: 0.55 },
        { key: "S", exponent: 160, iterations: 67125, ms: 0.15 },
        { key: "P", exponent: 160, iterations: 281436, ms: 0.04 },
      ],
      rsa: [{ decryption: 1024, ms: 1.09 }],
    },
    {
      bits: 1024,
      short: 160,
      rows: [
        { key: "R", exponent: 160, iterations: 17875, ms: 0.56 },
        { key: "D", exponent: 160, iterations: 14859, ms: 0.67 },
        // the program measures this row; for RSA it prints only the rows below
        { key: "R", exponent: 1024 },
        { key: "V", exponent: 3, iterations: 1163058, ms: 0.01 },
        { key: "V", exponent: 65537, iterations: 154892, ms: 0.06 },
        { key: "S", exponent: 160, iterations: 22799, ms: 0.44 },
        { key: "P", exponent: 160, iterations: 89730, ms: 0.11 },
      ],
      rsa: [
        { decryption: 2048, ms: 6.62 },
        { encryption: 3, ms: 0.01 },
        { encryption: 65537, ms: 0.06 },
      ],
    },
    {
      bits: 2048,
      short: 256,
      rows: [
        { key: "R", exponent: 256, iterations: 2982, ms: 3.35 },
        { key: "D", exponent: 256, iterations: 2335, ms: 4.28 },
        { key: "R", exponent: 2048, iterations: 398, ms: 25.13 },
        { key: "V", exponent: 3, iterations: 366871, ms: 0.03 },
        { key: "V", exponent: 65537, iterations: 48125, ms: 0.21 },
        { key: "S", exponent: 256, iterations: 4223, ms: 2.37 },
        { key: "P", exponent: 256, iterations: 15500, ms: 0.65 },
      ],
      rsa: [
        { encryption: 3, ms: 0.03 },
        { encryption: 65537, ms: 0.21 },
      ],
    },
  ],
  /** Elliptic curves over GF(p), in ms; p of no special form. */
  gfp: [
    { bits: 160, ER: 0.45, ED: 0.58, EP: 0.1, today: "secp160r1" },
    { bits: 192, ER: 0.58, ED: 0.77, EP: 0.13, today: "P-192" },
    { bits: 224, ER: 0.85, ED: 1.05, EP: 0.19, today: "P-224" },
    { bits: 256, ER: 1.06, ED: 1.4, EP: 0.24, today: "P-256" },
  ],
  /** Elliptic curves over GF(2^m), random and Koblitz's, in ms. */
  gf2m: [
    { bits: 163, curve: "B-163", ER: 0.37, ED: 0.48, EP: 0.09 },
    { bits: 163, curve: "K-163", ER: 0.23, ED: 0.42, EP: 0.09 },
    { bits: 233, curve: "B-233", ER: 0.6, ED: 0.8, EP: 0.16 },
    { bits: 233, curve: "K-233", ER: 0.36, ED: 0.72, EP: 0.16 },
    { bits: 283, curve: "B-283", ER: 1.01, ED: 1.41, EP: 0.27 },
    { bits: 283, curve: "K-283", ER: 0.51, ED: 1.12, EP: 0.27 },
    { bits: 571, curve: "B-571", ER: 4.49, ED: 6.65, EP: 1.21 },
    { bits: 571, curve: "K-571", ER: 1.99, ED: 4.46, EP: 1.21 },
  ],
  /** Pairings: a line each. */
  pairings: [
    pairing(80, "SSP-512", [1.49, 0.3], undefined, [3.34, 1.65], [0.36, 0.08], [2.29, 0.6], HISTORICAL),
    pairing(80, "CP-512", [0.51, 0.1], [0.51, 0.1], [1.14, 0.58], [0.12, 0.03], [0.81, 0.23], HISTORICAL),
    pairing(80, "MNT-160", [0.19, 0.04], [1.15, 0.35], [1.9, 0.69], [0.24, 0.08], [1.57, 0.34], HISTORICAL),
    pairing(80, "SS2-379", [0.38], undefined, [1.18], [0.29], [1.01], BROKEN),
    pairing(128, "SS2-1223", [2.57], undefined, [19.0], [2.09], [17.8], BROKEN),
    pairing(128, "SSP-1536", [13.57, 3.01], undefined, [40.95, 25.22], [3.76, 0.78], [20.8, 5.31]),
    pairing(128, "BN254N", [0.22, 0.07], [0.44, 0.19], [2.32, 2.09], [0.95, 0.43], [0.75, 0.41]),
    pairing(192, "KSS18-511", [0.7, 0.24], [5.53, 2.81], [20.55, 18.05], [6.2, 2.73], [4.65, 2.38]),
    pairing(256, "BLS24-629", [1.26, 0.43], [16.04, 5.44], [33.91, 30.45], [24.87, 6.47], [6.59, 3.42]),
  ],
  /** The program on this project's machine (Zen 5), at 2048/2048. */
  onZen5: { defaultMs: 6.89, kcmMs: 1.89 },
};

/** The best known figures of others, in thousands of cycles on Zen 5, modulus of 2048 bits, exponents of 256. */
export const BEST_ELSEWHERE = {
  fixed: [
    { name: "GMPMEE, fixed base", kilocycles: 158 },
    { name: "MIRACL, brick", kilocycles: 736 },
  ],
  product: [{ name: "SymCrypt, g^a·h^b", kilocycles: 823 }],
};
