// The measured problems. Cases with `once` take minutes and run only in the first pass; `programs` restricts a case to some programs.
import { CURVE_NAMES, curveNamed, MODERN_PAIRINGS, PAIRING_NAMES, pairingNamed } from "./curves.mjs";
import { outputsOf, powers, privateOperation } from "./inputs.mjs";
import { MODES, PAIRING_KINDS, POINT_KINDS, SUM } from "./kinds.mjs";
import { randomSource } from "./random.mjs";

const MIB = 2 ** 20;
const SEED = 7919;

/** Bits of modulus and exponent, the first mode, and exceptions. */
const POWERS = [
  [256, 96, "quick"],
  [256, 256, "smoke"],
  [512, 160, "medium"],
  [512, 512, "quick"],
  [1024, 160, "medium"],
  [1024, 1024, "quick"],
  [2048, 17, "quick"],
  [2048, 256, "quick"],
  [2048, 768, "quick"],
  [2048, 2048, "quick"],
  [2048, 20_000, "medium"],
  [3072, 3072, "quick"],
  [4096, 4096, "quick"],
  [8192, 8192, "full"],
];

const power = (group, name, bits, exponentBits, mode, options) => ({
  group,
  name,
  kind: "power",
  mode,
  bits,
  exponentBits,
  problems: () => powers(bits, exponentBits, options),
});

const sizes = POWERS.map(([bits, exponentBits, mode]) => ({
  ...power("sizes", `${bits}/${exponentBits}`, bits, exponentBits, mode),
  // a loop takes 20 seconds in Bun
  ...(bits > 4096 && { programs: ["native", "node22", "node24", "node26", "go", "python"], once: true }),
}));

const special = [
  ...[1024, 2048].map((bits) => power("special", `${bits}/e=3`, bits, 2, "medium")),
  power("special", "1024/e=65537", 1024, 17, "medium"),
  ...[
    [512, 160],
    [1024, 160],
    [2048, 256],
  ].map(([bits, exponentBits]) =>
    power("special", `${bits}/${exponentBits}, base 3`, bits, exponentBits, "medium", { base: 3n }),
  ),
  power("special", "2048/2048, even modulus", 2048, 2048, "medium", { even: true }),
];

const batches = [
  [256, "smoke"],
  [1024, "medium"],
  [2048, "quick"],
  [4096, "full"],
].map(([bits, mode]) => ({
  ...power("batch", `${bits}/${bits}, batches`, bits, bits, mode, { jobs: 16 }),
  kind: "batch",
}));

const products = [
  [512, 160, "medium"],
  [1024, 160, "medium"],
  [2048, 256, "smoke"],
  [2048, 2048, "quick"],
].map(([bits, exponentBits, mode]) => ({
  ...power("product", `${bits}/${exponentBits}, product of 2`, bits, exponentBits, mode, { jobs: 2 }),
  kind: "product",
}));

const fixed = [
  [512, 160, "medium"],
  [1024, 160, "medium"],
  [2048, 256, "smoke"],
].map(([bits, exponentBits, mode]) => ({
  group: "fixed",
  name: `${bits}/${exponentBits}, fixed base, 1 MiB`,
  kind: "fixed",
  mode,
  bits,
  exponentBits,
  problems: () => powers(bits, exponentBits).map((problem) => ({ ...problem, tableBytes: MIB })),
}));

/** Tables for long exponents, with the sizes in *Fast big-integer multi-output exponentiation*. */
const TABLES = [20, 22, 24, 26, 28].map((log) => ({
  group: "tables",
  name: `2048/2^${log}, fixed base, ${2 ** (log - 17)} MB`,
  kind: "fixed",
  mode: "full",
  bits: 2048,
  exponentBits: 2 ** log,
  programs: ["native"],
  once: true,
  problems: () =>
    powers(2048, 2 ** log, { most: 1 }).map((problem) => ({ ...problem, tableBytes: 2 ** (log - 17) * 1e6 })),
}));

const keys = [
  [1024, "medium"],
  [2048, "smoke"],
  [4096, "medium"],
].map(([bits, mode]) => ({
  group: "private",
  name: `RSA-${bits}, private operation`,
  kind: "private",
  mode,
  bits,
  exponentBits: bits,
  problems: () => [privateOperation(bits)],
}));

const outputs = [
  [2000, 16 * MIB, "smoke"],
  [20_000, 64 * MIB, "medium"],
  [200_000, 64 * MIB, "full"],
  [2_000_000, 64 * MIB, "full"],
].flatMap(([exponentBits, tableBytes, mode]) =>
  [2, 4].map((count) => ({
    group: "outputs",
    name: `2048/${exponentBits}, ${count} outputs`,
    kind: "outputs",
    mode,
    bits: 2048,
    exponentBits,
    // the slower engines would take half an hour
    programs: exponentBits > 20_000 ? ["native", "node24"] : undefined,
    once: exponentBits > 200_000,
    problems: () => outputsOf(count, exponentBits, tableBytes),
  })),
);

/** The first mode of a curve; the default is medium. */
const CURVE_MODES = { "P-256": "smoke", secp256k1: "quick", "miracl-256": "quick" };

const curves = CURVE_NAMES.flatMap((curve) =>
  Object.entries(POINT_KINDS).map(([row, kind]) => ({
    group: "curves",
    name: `${curve}, ${row}`,
    kind,
    mode: CURVE_MODES[curve] ?? "medium",
    problems: () => points(curveNamed(curve)),
  })),
);

/** The first mode of a pairing's case. */
function modeOf(name, kind) {
  if (!MODERN_PAIRINGS.includes(name)) return "full";
  return name === "BLS12-381" && kind === "pairing" ? "quick" : "medium";
}

const pairings = PAIRING_NAMES.flatMap((name) =>
  Object.entries(PAIRING_KINDS).map(([row, kind]) => ({
    group: "pairings",
    name: `${name}, ${row}`,
    kind,
    mode: modeOf(name, kind),
    problems: () => scalars(name),
  })),
);

const sums = ["BLS12-381", "alt_bn128"].flatMap((name) =>
  [
    [8, "medium"],
    [12, "full"],
    // the slower libraries would take a minute
    [16, "full", ["native", "go"]],
  ].map(([log, mode, programs]) => ({
    group: "sums",
    name: `${name}, sum of 2^${log}`,
    kind: SUM,
    mode,
    programs,
    problems: () => scalars(name, 2 ** log),
  })),
);

export const CASES = [
  ...sizes,
  ...special,
  ...batches,
  ...products,
  ...fixed,
  ...TABLES,
  ...keys,
  ...outputs,
  ...curves,
  ...pairings,
  ...sums,
];

export const GROUPS = [...new Set(CASES.map(({ group }) => group))];

/** The cases of a mode; `only` selects groups, and adds cases of any mode. */
export function chosen(mode, only) {
  const inMode = (each) => MODES.indexOf(each.mode) <= MODES.indexOf(mode);
  const wanted = ({ group }) => only.length === 0 || only.includes(group);
  return CASES.filter((each) => only.includes(each.name) || (wanted(each) && inMode(each)));
}

/** Two scalars for multiples of the generators, and the factors of a sum. */
function scalars(name, factors = 0) {
  const { p, order } = pairingNamed(name);
  const random = randomSource(SEED + Number(order % 65536n));
  return [{ m: p, bases: [], exponents: Array.from({ length: 2 + factors }, () => random.below(order)) }];
}

/** Two points of a curve (`bases` are coordinates), each with two scalars; the second is the generator's in a sum. */
function points(curve) {
  const random = randomSource(SEED + Number(curve.order % 65536n));
  const scalar = () => random.below(curve.order);
  return [1, 2].map(() => {
    const { x, y } = curve.curve.multiply(scalar());
    return { m: curve.p, bases: [x, y], exponents: [scalar(), scalar()] };
  });
}
