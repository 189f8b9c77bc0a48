// MIRACL's BMARK, modular part, curves and pairings: its rows from our measurements, and its derived RSA, DH, DSA, ECDH
// and ECDSA figures.
import { BMARK } from "./published.mjs";

/** The kinds of exponentiation: the name of the case and our functions, native and in WebAssembly. */
const KEYS = {
  R: {
    meaning: "random base/random exponent",
    case: (bits, exponent) => `${bits}/${exponent}`,
    native: "modexp pow",
    wasm: "Modulus.pow",
  },
  V: {
    meaning: "random base/small exponent e, public",
    case: (bits, exponent) => (bits === 2048 && exponent === 65537 ? "2048/17" : `${bits}/e=${exponent}`),
    native: "modexp pow_vartime",
    wasm: "Modulus.powVartime",
  },
  S: {
    meaning: "small base g = 3/random exponent",
    case: (bits, exponent) => `${bits}/${exponent}, base 3`,
    native: "modexp pow_small_base",
    wasm: "Modulus.pow",
  },
  P: {
    meaning: "exponentiation with precomputation (fixed base g, tables of 1 MiB)",
    case: (bits, exponent) => `${bits}/${exponent}, fixed base, 1 MiB`,
    native: "modexp FixedBase pow",
    wasm: "FixedBase.pow",
  },
  D: {
    meaning: "double exponentiation g^e.a^b mod p",
    case: (bits, exponent) => `${bits}/${exponent}, product of 2`,
    native: "modexp pow_product",
    wasm: "Modulus.powProduct",
  },
};

/** The kinds of point multiplication, on MIRACL's own curve and on a modern one. */
const POINT_KEYS = {
  ER: { meaning: "point multiplication r.P", native: "modexp multiply", wasm: "Curve.multiply" },
  ED: { meaning: "double multiplication r.P + s.G", native: "modexp msm of 2", wasm: "Curve.msm" },
  EP: {
    meaning: "multiplication with precomputation (tables of 16 KiB)",
    native: "modexp fixed_base multiply",
    wasm: "Curve.fixedBase multiply",
  },
};

/** The rows of a pairing, each with its case and our functions without and with precomputation. */
const PAIRING_KEYS = {
  G1: {
    meaning: "multiplication in G1",
    row: "multiple in G1",
    native: ["modexp g1 multiply", "modexp g1 fixed_base multiply"],
    wasm: ["Pairing.g1 multiply", "Pairing.g1 fixedBase multiply"],
  },
  G2: {
    meaning: "multiplication in G2",
    row: "multiple in G2",
    native: ["modexp g2 multiply", "modexp g2 fixed_base multiply"],
    wasm: ["Pairing.g2 multiply", "Pairing.g2 fixedBase multiply"],
  },
  PR: {
    meaning: "pairing",
    row: "pairing",
    native: ["modexp pair", "modexp pair, prepared"],
    wasm: ["Pairing.pair", "Pairing.pair, prepared"],
  },
  GT: {
    meaning: "power in GT",
    row: "power in GT",
    native: ["modexp gt pow", "modexp gt fixed_base pow"],
    wasm: ["Pairing.gt pow", "Pairing.gt fixedBase pow"],
  },
  PM: {
    meaning: "one more factor of a product of pairings: a product of two, less a pairing",
    row: "product of two",
    less: "PR",
    native: ["modexp product of 2", "modexp product of 2, prepared"],
    wasm: ["Pairing.product of 2", "Pairing.product of 2, prepared"],
  },
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
  ...BMARK.primes.flatMap(({ bits, rows }) => rows.map(({ key, exponent }) => KEYS[key].case(bits, exponent))),
  ...SIZES.flatMap((size) =>
    curvesOf(size).flatMap(({ name }) => Object.keys(POINT_KEYS).map((key) => `${name}, ${key}`)),
  ),
  ...PAIRING_ROWS.flatMap(({ name, keys }) => keys.map((key) => `${name}, ${PAIRING_KEYS[key].row}`)),
];

/** The names of the functions in BMARK. */
export const BMARK_CONTENDERS = new Set(Object.values(ALL_KEYS).flatMap(({ native, wasm }) => [native, wasm].flat()));

/** "512/ 160", "g=3/ 160", "1024/e= 3" */
function operands(bits, { key, exponent }) {
  if (key === "V") return `${bits}/e=${exponent === 65537 ? "F4" : " 3"}`;
  return `${key === "S" ? "g=3" : bits}/${String(exponent).padStart(4)}`;
}

/** The measured milliseconds of a row, natively or in an engine's WebAssembly, or undefined. */
function measuredMs(find, engine, bits, { key, exponent }) {
  const { case: nameOf, native, wasm } = KEYS[key];
  const row = find.row(nameOf(bits, exponent), engine, engine === "native" ? native : wasm);
  return row && row.ns / 1e6;
}

/**
 * The program's lines by prime: [{ title, rows: [{ key, operands, published, ms }], derived: [{ title, rows: [{ name,
 * published, ms }] }] }]. `ms` has a figure for each engine.
 */
export function bmark(find, engines) {
  const publishedMs = (rows, key, exponent) => rows.find((each) => each.key === key && each.exponent === exponent)?.ms;
  const each = (measure) => engines.map(measure);
  const modular = BMARK.primes.map(({ bits, short, rows, rsa }) => {
    const ms = (key, exponent, modulus = bits) =>
      each((engine) => measuredMs(find, engine, modulus, { key, exponent }));
    const same = (name, key) => ({ name, published: publishedMs(rows, key, short), ms: ms(key, short) });
    return {
      title: `${bits}-bit prime`,
      rows: rows.map(({ ms: published, ...row }) => ({
        key: row.key,
        operands: operands(bits, row),
        published,
        ms: ms(row.key, row.exponent),
      })),
      derived: [
        {
          title: "RSA",
          rows: rsa.map(({ decryption, encryption, ms: published }) =>
            decryption === undefined
              ? { name: `${bits}-bit RSA encryption e=${encryption}`, published, ms: ms("V", encryption) }
              : {
                  // by the Chinese remainder theorem: two powers of half the size
                  name: `${decryption}-bit RSA decryption`,
                  published,
                  ms: ms("R", bits).map((half) => half && 2 * half),
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
  });
  return [
    ...modular,
    ...SIZES.flatMap((size) => curvesOf(size).map((curve) => ofCurve(find, engines, size.bits, curve))),
    ...PAIRING_ROWS.map((pairing) => ofPairing(find, engines, pairing)),
  ];
}

/** The lines of a pairing; a pairing of type 1 has no G2. */
function ofPairing(find, engines, { name, title, keys, published: theirs }) {
  const contenders = (key, engine) => PAIRING_KEYS[key][engine === "native" ? "native" : "wasm"];
  const measured = (key, engine, i) => {
    const ms = find.row(`${name}, ${PAIRING_KEYS[key].row}`, engine, contenders(key, engine)[i])?.ns / 1e6;
    const { less } = PAIRING_KEYS[key];
    const difference = less === undefined ? ms : ms - measured(less, engine, i);
    return Number.isNaN(difference) ? undefined : difference;
  };
  return {
    title,
    rows: keys.flatMap((key) =>
      ["", "(p)"].map((operands, i) => ({
        key,
        operands,
        published: theirs[key]?.[i],
        ms: engines.map((engine) => measured(key, engine, i)),
      })),
    ),
    derived: [],
  };
}

/** The lines of a curve; the published figures are for MIRACL's own. */
function ofCurve(find, engines, bits, { name: curve, field, published: theirs }) {
  const ms = (key) =>
    engines.map((engine) => {
      const { native, wasm } = POINT_KEYS[key];
      const row = find.row(`${curve}, ${key}`, engine, engine === "native" ? native : wasm);
      return row && row.ns / 1e6;
    });
  const published = (key) => theirs[key];
  const same = (name, key) => ({ name, published: published(key), ms: ms(key) });
  const title = `${bits}-bit ${field} Elliptic Curve, ${curve}`;
  return {
    title,
    rows: Object.keys(POINT_KEYS).map((key) => ({ key, operands: "", published: published(key), ms: ms(key) })),
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
