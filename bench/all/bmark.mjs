// MIRACL's BMARK, modular part, curves and pairings: its rows from our measurements, and its derived RSA, DH, DSA, ECDH
// and ECDSA figures.
import { BMARK } from "./published.mjs";

/** A kind of line: its case, and our functions natively and in WebAssembly, of pairings without and with precomputation. */
const kind = (meaning, caseOf, native, wasm, less) => ({
  meaning,
  caseOf,
  native: [native].flat(),
  wasm: [wasm].flat(),
  less,
});

/** The kinds of exponentiation. */
const KEYS = {
  R: kind("random base/random exponent", (bits, exponent) => `${bits}/${exponent}`, "modexp pow", "Modulus.pow"),
  V: kind(
    "random base/small exponent e, public",
    (bits, exponent) => (bits === 2048 && exponent === 65537 ? "2048/17" : `${bits}/e=${exponent}`),
    "modexp pow_vartime",
    "Modulus.powVartime",
  ),
  S: kind(
    "small base g = 3/random exponent",
    (bits, exponent) => `${bits}/${exponent}, base 3`,
    "modexp pow_small_base",
    "Modulus.pow",
  ),
  P: kind(
    "exponentiation with precomputation (fixed base g, tables of 1 MiB)",
    (bits, exponent) => `${bits}/${exponent}, fixed base, 1 MiB`,
    "modexp FixedBase pow",
    "FixedBase.pow",
  ),
  D: kind(
    "double exponentiation g^e.a^b mod p",
    (bits, exponent) => `${bits}/${exponent}, product of 2`,
    "modexp pow_product",
    "Modulus.powProduct",
  ),
};

/** The kinds of point multiplication, on MIRACL's own curve and on a modern one. */
const POINT_KEYS = {
  ER: kind("point multiplication r.P", (curve) => `${curve}, ER`, "modexp multiply", "Curve.multiply"),
  ED: kind("double multiplication r.P + s.G", (curve) => `${curve}, ED`, "modexp msm of 2", "Curve.msm"),
  EP: kind(
    "multiplication with precomputation (tables of 16 KiB)",
    (curve) => `${curve}, EP`,
    "modexp fixed_base multiply",
    "Curve.fixedBase multiply",
  ),
};

/** The kinds of lines of a pairing. */
const PAIRING_KEYS = {
  G1: kind(
    "multiplication in G1",
    (name) => `${name}, multiple in G1`,
    ["modexp g1 multiply", "modexp g1 fixed_base multiply"],
    ["Pairing.g1 multiply", "Pairing.g1 fixedBase multiply"],
  ),
  G2: kind(
    "multiplication in G2",
    (name) => `${name}, multiple in G2`,
    ["modexp g2 multiply", "modexp g2 fixed_base multiply"],
    ["Pairing.g2 multiply", "Pairing.g2 fixedBase multiply"],
  ),
  PR: kind(
    "pairing",
    (name) => `${name}, pairing`,
    ["modexp pair", "modexp pair, prepared"],
    ["Pairing.pair", "Pairing.pair, prepared"],
  ),
  GT: kind(
    "power in GT",
    (name) => `${name}, power in GT`,
    ["modexp gt pow", "modexp gt fixed_base pow"],
    ["Pairing.gt pow", "Pairing.gt fixedBase pow"],
  ),
  PM: kind(
    "one more factor of a product of pairings: a product of two, less a pairing",
    (name) => `${name}, product of two`,
    ["modexp product of 2", "modexp product of 2, prepared"],
    ["Pairing.product of 2", "Pairing.product of 2, prepared"],
    "PR",
  ),
};

const ALL_KEYS = { ...KEYS, ...POINT_KEYS, ...PAIRING_KEYS };

export const MEANINGS = Object.entries(ALL_KEYS).map(
  ([key, { meaning }]) => `${key} – ${meaning}${key in PAIRING_KEYS ? " ((p): with precomputation)" : ""}`,
);

/** Modern replacements of MIRACL's pairings. */
const TODAY = { BN254N: ["alt_bn128", "BLS12-381"], "KSS18-511": ["KSS18-508"], "BLS24-629": ["BLS24-509"] };

/** MIRACL's pairings, each followed by its replacements: the published figures, and the keys of the lines. */
const PAIRING_ROWS = BMARK.pairings.flatMap(({ name, level, note, published }) => [
  {
    name,
    title: `MIRACL's level of ${level} bits, ${name}${note === undefined ? "" : `, ${note}`}`,
    keys: Object.keys(PAIRING_KEYS).filter((key) => published[key] !== undefined),
    published,
  },
  ...(TODAY[name] ?? []).map((today) => ({
    name: today,
    title: `used today in place of ${name}: ${today}`,
    keys: Object.keys(PAIRING_KEYS),
    published: {},
  })),
]);

/** The curves of a size: names, titles and published figures. */
const curvesOf = (size) => {
  if (size.curve !== undefined) return [{ name: size.curve, field: "GF(2^m)", published: size }];
  return [
    { name: `miracl-${size.bits}`, field: "GF(p)", published: size },
    { name: size.today, field: "GF(p)", published: {} },
  ];
};

const SIZES = [...BMARK.gfp, ...BMARK.gf2m];

/** The cases that BMARK needs. */
export const BMARK_CASES = [
  ...BMARK.primes.flatMap(({ bits, rows }) => rows.map(({ key, exponent }) => KEYS[key].caseOf(bits, exponent))),
  ...SIZES.flatMap((size) =>
    curvesOf(size).flatMap(({ name }) => Object.values(POINT_KEYS).map(({ caseOf }) => caseOf(name))),
  ),
  ...PAIRING_ROWS.flatMap(({ name, keys }) => keys.map((key) => PAIRING_KEYS[key].caseOf(name))),
];

/** The names of the functions in BMARK. */
export const BMARK_CONTENDERS = new Set(Object.values(ALL_KEYS).flatMap(({ native, wasm }) => [native, wasm].flat()));

/** "512/ 160", "g=3/ 160", "1024/e= 3" */
function operands(bits, { key, exponent }) {
  if (key === "V") return `${bits}/e=${exponent === 65537 ? "F4" : " 3"}`;
  return `${key === "S" ? "g=3" : bits}/${String(exponent).padStart(4)}`;
}

/** The measured milliseconds of a line, or undefined: natively or in an engine's WebAssembly. `of` are the arguments of its case. */
function measuredMs(find, engine, key, of, precomputed) {
  const { caseOf, native, wasm, less } = ALL_KEYS[key];
  const ms = find.row(caseOf(...of), engine, (engine === "native" ? native : wasm)[precomputed])?.ns / 1e6;
  const difference = less === undefined ? ms : ms - measuredMs(find, engine, less, of, precomputed);
  return Number.isNaN(difference) ? undefined : difference;
}

/**
 * The program's lines by prime, curve and pairing: [{ title, rows: [{ key, operands, published, ms }], derived: [{ title, rows: [{ name,
 * published, ms }] }] }]. `ms` has a figure for each engine.
 */
export function bmark(find, engines) {
  const msOf = (key, of, precomputed = 0) => engines.map((engine) => measuredMs(find, engine, key, of, precomputed));
  return [
    ...BMARK.primes.map((prime) => ofPrime(msOf, prime)),
    ...SIZES.flatMap((size) => curvesOf(size).map((curve) => ofCurve(msOf, size.bits, curve))),
    ...PAIRING_ROWS.map((pairing) => ofPairing(msOf, pairing)),
  ];
}

function ofPrime(msOf, { bits, short, rows, rsa }) {
  const published = (key, exponent) => rows.find((each) => each.key === key && each.exponent === exponent)?.ms;
  const same = (name, key) => ({ name, published: published(key, short), ms: msOf(key, [bits, short]) });
  return {
    title: `${bits}-bit prime`,
    rows: rows.map(({ ms, ...row }) => ({
      key: row.key,
      operands: operands(bits, row),
      published: ms,
      ms: msOf(row.key, [bits, row.exponent]),
    })),
    derived: [
      {
        title: "RSA",
        rows: rsa.map(({ decryption, encryption, ms }) =>
          decryption === undefined
            ? { name: `${bits}-bit RSA encryption e=${encryption}`, published: ms, ms: msOf("V", [bits, encryption]) }
            : {
                // by the Chinese remainder theorem: two powers of half the size
                name: `${decryption}-bit RSA decryption`,
                published: ms,
                ms: msOf("R", [bits, bits]).map((half) => half && 2 * half),
              },
        ),
      },
      {
        title: `${bits}-bit DH ${short}-bit exponent`,
        rows: [
          same("Offline, no precomputation", "R"),
          same("Offline, small base", "S"),
          same("Offline, w. precomputation", "P"),
          same("Online", "R"),
        ],
      },
      {
        title: `${bits}-bit DSA ${short}-bit exponent`,
        rows: [
          same("Signature no precomputation", "R"),
          same("Signature w. precomputation", "P"),
          same("Verification", "D"),
        ],
      },
    ],
  };
}

/** The lines of a pairing; a pairing of type 1 has no G2. */
function ofPairing(msOf, { name, title, keys, published }) {
  const line = (key, operands, i) => ({ key, operands, published: published[key]?.[i], ms: msOf(key, [name], i) });
  return { title, rows: keys.flatMap((key) => ["", "(p)"].map((operands, i) => line(key, operands, i))), derived: [] };
}

/** The lines of a curve; the published figures are for MIRACL's own. */
function ofCurve(msOf, bits, { name: curve, field, published }) {
  const figures = (key) => ({ published: published[key], ms: msOf(key, [curve]) });
  const same = (name, key) => ({ name, ...figures(key) });
  return {
    title: `${bits}-bit ${field} Elliptic Curve, ${curve}`,
    rows: Object.keys(POINT_KEYS).map((key) => ({ key, operands: "", ...figures(key) })),
    derived: [
      {
        title: `${bits}-bit ECDH, ${curve}`,
        rows: [
          same("Offline, no precomputation", "ER"),
          same("Offline, w. precomputation", "EP"),
          same("Online", "ER"),
        ],
      },
      {
        title: `${bits}-bit ECDSA, ${curve}`,
        rows: [
          same("Signature no precomputation", "ER"),
          same("Signature w. precomputation", "EP"),
          same("Verification", "ED"),
        ],
      },
    ],
  };
}

/** The program's output; iterations are per ten seconds. */
export function bmarkText(find, engine) {
  const TEN_SECONDS = 10_000;
  const digits = (ms) => (ms < 0.1 ? ms.toFixed(4) : ms.toFixed(2));
  const lines = [];
  for (const { title, rows, derived } of bmark(find, [engine])) {
    lines.push("", title);
    for (const { key, operands: what, published, ms } of rows) {
      const [time] = ms;
      if (time === undefined) continue;
      const iterations = String(Math.round(TEN_SECONDS / time)).padStart(8);
      const of = what === "" ? "" : ` of ${what.padEnd(9)}`;
      const theirs = published === undefined ? "" : `   MIRACL ${published.toFixed(2)} ms`;
      lines.push(`${key} - ${iterations} iterations${of} ${digits(time).padStart(8)} ms per iteration${theirs}`);
    }
    for (const { title: heading, rows: figures } of derived) {
      lines.push("", heading);
      for (const { name, ms } of figures.filter(({ ms: [time] }) => time !== undefined))
        lines.push(`${name.padEnd(30)} ${digits(ms[0]).padStart(8)} ms`);
    }
  }
  return lines.join("\n");
}
