// The tables of a report: { title, notes, head, rows }. A cell is text; a row without figures is left out.
import { duration, percent, times } from "../src/report.mjs";
import { bmark } from "./bmark.mjs";
import { ADAPTIVE, BEST_ELSEWHERE, BMARK, GO_BENCHMARK, MULTI_OUTPUT } from "./published.mjs";
import { finder, ratio, reference } from "./record.mjs";

const NONE = "–";
const WASM_ENGINE = "Node 24";

const shown = (value, show) => (value === undefined || Number.isNaN(value) ? NONE : show(value));
const ms = (ns) => (ns < 1e9 ? (ns / 1e6).toPrecision(3) : (ns / 1e6).toFixed(0));
const milliseconds = (row) => shown(row?.ns, ms);
const hasFigures = ([, ...cells]) => cells.some((cell) => cell !== NONE);

/** All rows of a case with their ratios, the fastest first. */
export function caseTable(record, name) {
  const find = finder(record);
  const rows = find.of(name);
  const to = reference(rows);
  const loop = find.row(name, WASM_ENGINE, "BigInt loop, binary");
  const sorted = [...rows].sort((a, b) => a.ns - b.ns);
  return {
    title: name,
    notes: [`Ratios to ${to.contender}.`],
    head: ["", "where", "constant-time", "time", "ratio", "band", "over the BigInt loop"],
    rows: sorted.map((row) => {
      const { value, band } = ratio(row, to);
      const ofLoop = shown(loop && row.ns / loop.ns, times);
      return [
        row.contender,
        row.engine,
        row.constantTime ? "yes" : "no",
        duration(row.ns),
        times(value),
        `± ${percent(band)}`,
        ofLoop,
      ];
    }),
  };
}

/** Go's big integers, saferith and OpenSSL. */
export function goTable(record) {
  const find = finder(record);
  const { source, cases, rows } = GO_BENCHMARK;
  const today = (engine, contender) =>
    cases.map((name) => shown(find.row(name, engine, contender)?.ns, (ns) => `${Math.round(ns)} ns`));
  const ours = [
    ["modexp native, pow", "native", "modexp pow", "yes"],
    ["modexp native, pow_vartime", "native", "modexp pow_vartime", "no"],
    [`modexp in WebAssembly (${WASM_ENGINE}), modPow`, WASM_ENGINE, "modPow", "yes"],
    [`modexp in WebAssembly (${WASM_ENGINE}), modPowVartime`, WASM_ENGINE, "modPowVartime", "no"],
  ];
  return {
    title: "modular-exponentiation-benchmark",
    notes: [`Published: ${source}. Small: modulus and base of 256 bits, exponent of 96; big: 2048, 2048 and 768 bits.`],
    head: ["method", "constant-time", "published, small", "published, big", "today, small", "today, big"],
    rows: [
      ...rows.map(({ name, constantTime, ns, engine, contender }) => [
        name,
        constantTime ? "yes" : "no",
        ...ns.map((each) => `${each} ns`),
        ...today(engine, contender),
      ]),
      ...ours.map(([name, engine, contender, constantTime]) => [
        name,
        constantTime,
        NONE,
        NONE,
        ...today(engine, contender),
      ]),
    ],
  };
}

/** CPython's pow and the adaptive methods. */
export function adaptiveTable(record) {
  const find = finder(record);
  const cases = ADAPTIVE.bits.map((bits) => `${bits}/${bits}`);
  const each = (engine, contender) => cases.map((name) => find.row(name, engine, contender));
  const spread = (row) => shown(row, ({ meanNs, sdNs }) => `${ms(meanNs)} ± ${ms(sdNs)}`);
  const change = (rows, to) =>
    rows.map((row, i) =>
      shown(
        row && to[i] && row.meanNs / to[i].meanNs - 1,
        (x) => `${x < 0 ? "−" : "+"}${(100 * Math.abs(x)).toFixed(2)} %`,
      ),
    );
  /** The times of a contender, and their change from the interpreter's pow. */
  const measured = (label, engine, contender, to) => [
    [`today: ${label}`, ...each(engine, contender).map(spread)],
    ["change ratio", ...change(each(engine, contender), to)],
  ];
  const interpreters = [
    ["Python", "CPython"],
    ["PyPy", "PyPy"],
  ].flatMap(([engine, name]) => {
    const pow = each(engine, `${name} pow`);
    return [
      [`today: ${name} pow`, ...pow.map(spread)],
      ...measured(`${name}, adaptive m-ary`, engine, `${name}, adaptive m-ary`, pow),
      ...measured(`${name}, adaptive sliding window`, engine, `${name}, adaptive sliding window`, pow),
    ];
  });
  const ours = [
    ["gmpy2 powmod", "Python", "gmpy2 powmod"],
    ["modexp native, pow", "native", "modexp pow"],
    ["modexp native, pow_vartime (adaptive)", "native", "modexp pow_vartime"],
    [`modexp in WebAssembly (${WASM_ENGINE}), modPow`, WASM_ENGINE, "modPow"],
    [`modexp in WebAssembly (${WASM_ENGINE}), modPowVartime (adaptive)`, WASM_ENGINE, "modPowVartime"],
  ].flatMap((row) => measured(...row, each("Python", "CPython pow")));
  return {
    title: "Adaptive modular exponentiation and Python's pow",
    notes: [
      `Milliseconds, mean ± standard deviation; change to the interpreter's pow, of the others to CPython's. Published: ${ADAPTIVE.source}.`,
    ],
    head: ["", ...ADAPTIVE.bits.map((bits) => `${bits} bits`)],
    rows: [
      ...ADAPTIVE.interpreters.flatMap(({ name, pow: published, mAry, mAryChange, sliding, slidingChange }) => [
        [`published: ${name} pow`, ...published],
        [`published: ${name}, adaptive m-ary`, ...mAry],
        ["change ratio", ...mAryChange],
        [`published: ${name}, adaptive sliding window`, ...sliding],
        ["change ratio", ...slidingChange],
      ]),
      ...interpreters,
      ...ours,
    ].filter(hasFigures),
  };
}

/** Our rows of the multi-output table, for 2 and for 4 exponents. */
const OUTPUT_ROWS = [
  ["native, one by one", "native", "modexp pow_vartime, one by one"],
  ["native, one by one, constant-time", "native", "modexp pow, one by one"],
  ["native, buckets", "native", "modexp pow_each_vartime, buckets"],
  ["native, pow_each, constant-time", "native", "modexp pow_each"],
  ["native, table, 1 thread", "native", "modexp FixedBase pow_vartime, threads: 1"],
  ["native, table, 2 threads", "native", "modexp FixedBase pow_vartime, threads: 2"],
  ["native, table, 4 threads", "native", "modexp FixedBase pow_vartime, threads: 4"],
  ["native, table, constant-time", "native", "modexp FixedBase pow_many"],
  ["WebAssembly, one by one, constant-time", WASM_ENGINE, "Modulus.pow, one by one"],
  ["WebAssembly, powEach, constant-time", WASM_ENGINE, "Modulus.powEach"],
  ["WebAssembly, table", WASM_ENGINE, "FixedBase.powVartime"],
  ["WebAssembly, table, constant-time", WASM_ENGINE, "FixedBase.powMany"],
  ["WebAssembly, pool of 1 thread", WASM_ENGINE, "pool.powEach, threads: 1"],
  ["WebAssembly, pool of 2 threads", WASM_ENGINE, "pool.powEach, threads: 2"],
  ["WebAssembly, pool of 4 threads", WASM_ENGINE, "pool.powEach, threads: 4"],
];

/** Several exponents of one base. */
export function outputTable(record) {
  const find = finder(record);
  const { source, exponentBits, rows, onZen5 } = MULTI_OUTPUT;
  const today = [2, 4].flatMap((count) =>
    OUTPUT_ROWS.map(([name, engine, contender]) => [
      `today: ${count} exponents, ${name}`,
      ...exponentBits.map((bits) => milliseconds(find.row(`2048/${bits}, ${count} outputs`, engine, contender))),
    ]),
  );
  const plain = find.row("2048/20000", "native", "OpenSSL");
  return {
    title: "Multi-output exponentiation",
    notes: [
      `Milliseconds for all outputs, modulus of 2048 bits, by bits of the exponents. Published: ${source}. Our tables take 16 MiB for 2,000 bits, else 64 MiB.`,
      `The original library on Zen 5, for each exponent of 20,000 bits: ${onZen5.fourfoldMs} ms fourfold, ${onZen5.fourfoldByTableMs} ms with its table; one plain power by OpenSSL ${onZen5.opensslPlainMs} ms, today ${milliseconds(plain)} ms.`,
    ],
    head: ["", ...exponentBits.map((bits) => `${bits.toLocaleString("en")} bits`)],
    rows: [...rows.map(({ name, ms: published }) => [`published: ${name}`, ...published.map(String)]), ...today].filter(
      hasFigures,
    ),
  };
}

/** Tables of the published sizes. */
export function tableSizes(record) {
  const find = finder(record);
  const { logBits, megabytes } = MULTI_OUTPUT.tables;
  const powers = (contender) =>
    logBits.map((log, i) =>
      milliseconds(find.row(`2048/2^${log}, fixed base, ${megabytes[i]} MB`, "native", contender)),
    );
  return {
    title: "Table size against exponent bits",
    notes: ["Today's rows: milliseconds of one power, natively, with a table of the published size."],
    head: ["largest exponent", ...logBits.map((log) => `2^${log} bits`)],
    rows: [
      ["published: table, MB", ...megabytes.map(String)],
      ["today: FixedBase pow_vartime, ms", ...powers("modexp FixedBase pow_vartime")],
      ["today: FixedBase pow, constant-time, ms", ...powers("modexp FixedBase pow")],
      ["today: no table, pow_vartime, ms", ...powers("modexp pow_vartime")],
    ].filter(hasFigures),
  };
}

/** BMARK of MIRACL. */
export function bmarkTable(record) {
  const milli = (x) => shown(x, (each) => (each < 0.1 ? each.toFixed(4) : each.toFixed(2)));
  const published = (x) => shown(x, (each) => each.toFixed(2));
  const row = (name, { published: theirs, ms: [native, wasm] }) => [
    name,
    published(theirs),
    milli(native),
    milli(wasm),
  ];
  const { defaultMs, kcmMs } = BMARK.onZen5;
  return {
    title: "BMARK of MIRACL",
    notes: [
      `Milliseconds per iteration. Published: ${BMARK.source}. All but V are constant-time here. RSA, DH, DSA, ECDH and ECDSA are derived as there.`,
      `The same program on Zen 5, 2048/2048: ${defaultMs} ms in its default build, ${kcmMs} ms in its KCM build.`,
    ],
    head: ["", "published", "modexp native", `modexp in WebAssembly (${WASM_ENGINE})`],
    rows: bmark(finder(record), ["native", WASM_ENGINE]).flatMap(({ title, rows, derived }) => [
      ...rows.map((each) => row(`${title}: ${each.key} ${each.operands}`, each)),
      ...derived.flatMap(({ title: heading, rows: figures }) =>
        figures.map((each) => row(heading === "RSA" ? each.name : `${heading}: ${each.name}`, each)),
      ),
    ]),
  };
}

/** Fixed base and double exponentiation, in cycles. */
export function bestElsewhere(record) {
  const find = finder(record);
  const ghz = record.machine.clockGhz;
  const kilocycles = (row) => shown(row && (row.ns * ghz) / 1e3, (x) => x.toFixed(0));
  const ours = (name, engine, contender) => {
    const row = find.row(name, engine, contender);
    return [`${row?.contender ?? contender} (${engine})`, kilocycles(row), shown(row?.ns, duration)];
  };
  const fixed = "2048/256, fixed base, 1 MiB";
  const product = "2048/256, product of 2";
  return {
    title: "Fixed base and double exponentiation, 2048/256",
    notes: [`Thousands of cycles; time × ${ghz} GHz, the clock of this run. Those of others were measured on Zen 5.`],
    head: ["", "kilocycles", "time"],
    rows: [
      ...BEST_ELSEWHERE.fixed.map(({ name, kilocycles: each }) => [name, String(each), NONE]),
      ours(fixed, "native", "modexp FixedBase pow_vartime"),
      ours(fixed, "native", "modexp FixedBase pow"),
      ours(fixed, WASM_ENGINE, "FixedBase.powVartime"),
      ours(fixed, WASM_ENGINE, "FixedBase.pow"),
      ...BEST_ELSEWHERE.product.map(({ name, kilocycles: each }) => [name, String(each), NONE]),
      ours(product, "native", "modexp pow_product_vartime"),
      ours(product, "native", "modexp pow_product"),
      ours(product, WASM_ENGINE, "Modulus.powProduct"),
      ours(product, "native", "OpenSSL"),
    ].filter(hasFigures),
  };
}

/** Ratios that changed since another record. */
export function movedTable(changes) {
  const moved = changes.filter((each) => each.moved).sort((a, b) => a.change - b.change);
  return {
    title: "What moved",
    notes: [`${moved.length} of ${changes.length} ratios moved by more than the bands of both records together.`],
    head: ["case", "where", "contender", "before", "now", "change", "band"],
    rows: moved.map((each) => [
      each.case,
      each.engine,
      each.contender,
      times(each.before),
      times(each.value),
      `${each.change < 0 ? "−" : "+"}${percent(Math.abs(each.change))}`,
      `± ${percent(each.band)}`,
    ]),
  };
}
