// The charts of a report as SVG, drawn by Vega-Lite. Text and lines take the page's colour, so they suit light and dark.
import { parse, View } from "vega";
import { compile } from "vega-lite";
import { finder } from "./record.mjs";

const SIZES = [256, 512, 1024, 2048, 3072, 4096, 8192];

/** Colours of middle lightness, legible on white and on black. */
const COLOURS = [
  "#3d85c6",
  "#d9772e",
  "#2f9e62",
  "#c2455a",
  "#8a63c9",
  "#a8802a",
  "#1a9ba1",
  "#b0559f",
  "#78838f",
  "#6d8f1f",
];

/** The contenders in the charts of sizes: a label, the engine, the start of the name. */
const NATIVE = [
  ["modexp native, pow", "native", "modexp pow"],
  ["OpenSSL consttime", "native", "OpenSSL"],
  ["GMP of the system, mpz_powm", "native", "GMP 6"],
  ["Go math/big", "Go", "Go math/big"],
];
const WASM = [
  ["modexp in Node 24", "Node 24", "modPow"],
  ["modexp in Bun", "Bun", "modPow"],
  ["modexp in Node 20", "Node 20", "modPow"],
];
const JAVASCRIPT = [
  ["gmp-wasm, Node 24", "Node 24", "gmp-wasm mpz_powm"],
  ["BigInt loop, Node 24", "Node 24", "BigInt loop, binary"],
  ["CPython pow", "Python", "CPython pow"],
];
const ENGINES = ["Node 20", "Node 22", "Node 24", "Node 26", "Bun"];

const CONFIG = {
  background: "transparent",
  font: "system-ui, sans-serif",
  view: { stroke: "transparent" },
  axis: {
    labelColor: "currentColor",
    titleColor: "currentColor",
    tickColor: "currentColor",
    domainColor: "currentColor",
    gridColor: "currentColor",
    gridOpacity: 0.15,
    titleFontWeight: "normal",
  },
  legend: { labelColor: "currentColor", titleColor: "currentColor", labelLimit: 300, symbolStrokeWidth: 3 },
  title: { color: "currentColor" },
  range: { category: COLOURS },
  line: { strokeWidth: 2 },
  point: { size: 40, filled: true, opacity: 1 },
};

const LIGHT_AND_DARK =
  "<style>:root,svg{color:#1f2328}@media(prefers-color-scheme:dark){:root,svg{color:#e6edf3}}</style>";

async function draw(spec) {
  const full = {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    width: 620,
    height: 340,
    config: CONFIG,
    ...spec,
  };
  const view = new View(parse(compile(full).spec), { renderer: "none" });
  const svg = await view.toSVG();
  view.finalize();
  return svg.replace(/(<svg[^>]*>)/, `$1${LIGHT_AND_DARK}`);
}

const bitsAxis = (values) => ({
  field: "bits",
  type: "quantitative",
  title: "bits of modulus and exponent",
  scale: { type: "log", base: 2, domain: [Math.min(...values), Math.max(...values)] },
  axis: { values, format: "d" },
});

/** Lines with points, one for each label. */
function lines(data, y, x = bitsAxis(SIZES.filter((bits) => data.some((each) => each.bits === bits)))) {
  const order = [...new Set(data.map(({ label }) => label))];
  return {
    data: { values: data },
    mark: { type: "line", point: true },
    encoding: { x, y, color: { field: "label", type: "nominal", sort: order, title: null } },
  };
}

/** The figures of contenders at the sizes in a record. */
function bySize(record, contenders, figure) {
  const find = finder(record);
  return contenders.flatMap(([label, engine, contender]) =>
    SIZES.flatMap((bits) => {
      const name = `${bits}/${bits}`;
      const row = find.row(name, engine, contender);
      const value = row && figure(row, find, name);
      return value === undefined || Number.isNaN(value) ? [] : [{ label, bits, value }];
    }),
  );
}

function timeBySize(record) {
  const data = bySize(record, [...NATIVE, ...WASM, ...JAVASCRIPT], (row) => row.ns / 1e6);
  return lines(data, {
    field: "value",
    type: "quantitative",
    title: "ms",
    scale: { type: "log" },
    axis: { format: "~g" },
  });
}

function overOpenssl(record) {
  const data = bySize(record, [...NATIVE, ...WASM, ...JAVASCRIPT], (row, find, name) => {
    const openssl = find.row(name, "native", "OpenSSL");
    return openssl && row.ns / openssl.ns;
  });
  const y = { field: "value", type: "quantitative", title: "time over OpenSSL consttime", scale: { type: "log" } };
  return lines(data, { ...y, axis: { format: "~g" } });
}

function overBigInt(record) {
  const contenders = ENGINES.map((engine) => [engine, engine, "modPow"]);
  const data = bySize(record, contenders, (row, find, name) => {
    const loop = find.row(name, row.engine, "BigInt loop, binary");
    return loop && loop.ns / row.ns;
  });
  return lines(data, { field: "value", type: "quantitative", title: "modPow: times as fast as the BigInt loop" });
}

function batchSize(record) {
  const BATCHES = [2, 4, 8, 16];
  const find = finder(record);
  const sides = [
    ["native", "modexp pow", "modexp pow_many of"],
    ["Node 24", "Modulus.pow", "Modulus.powMany of"],
  ];
  const data = [256, 1024, 2048, 4096].flatMap((bits) =>
    sides.flatMap(([engine, one, many]) => {
      const name = `${bits}/${bits}, batches`;
      const single = find.row(name, engine, one);
      if (single === undefined) return [];
      const rows = BATCHES.map((count) => ({ count, row: find.row(name, engine, `${many} ${count}, each`) }));
      const label = `${engine}, ${bits} bits`;
      return [
        { label, count: 1, value: 1 },
        ...rows
          .filter(({ row }) => row !== undefined)
          .map(({ count, row }) => ({ label, count, value: row.ns / single.ns })),
      ];
    }),
  );
  const x = {
    field: "count",
    type: "quantitative",
    title: "powers in a batch",
    scale: { type: "log", base: 2 },
    axis: { values: [1, ...BATCHES], format: "d" },
  };
  return lines(data, { field: "value", type: "quantitative", title: "time per power over a single one" }, x);
}

function windowPlans({ plans = [] }) {
  const methods = [
    ["five-bit digits (CPython)", "fiveAry"],
    ["adaptive m-ary", "mAry"],
    ["adaptive sliding window (powVartime)", "slidingWindow"],
    ["fixed window (pow, constant-time)", "fixedWindow"],
  ];
  const data = methods.flatMap(([label, method]) =>
    plans.map((plan) => ({
      label,
      bits: plan.bits,
      value: plan[method].products / plan.bits,
      window: plan[method].window,
    })),
  );
  const ticks = plans.map(({ bits }) => bits).filter((bits) => Number.isInteger(Math.log2(bits)));
  const x = { ...bitsAxis(ticks), title: "bits of the exponent" };
  const y = {
    field: "value",
    type: "quantitative",
    title: "products for each bit",
    scale: { domain: [1, 2], clamp: true },
  };
  return lines(data, y, x);
}

const CHARTS = [
  { id: "time", title: "Time by size", draws: timeBySize },
  { id: "over-openssl", title: "Ratio to OpenSSL", draws: overOpenssl },
  { id: "over-bigint", title: "Ratio to BigInt", draws: overBigInt },
  { id: "batches", title: "Cost against batch size", draws: batchSize },
  { id: "plans", title: "Window plans", draws: windowPlans },
];

/** The charts with figures in a record: [{ id, title, svg }]. */
export async function charts(record) {
  const drawn = [];
  for (const { id, title, draws } of CHARTS) {
    const spec = draws(record);
    if (spec.data.values.length > 0) drawn.push({ id, title, svg: await draw(spec) });
  }
  return drawn;
}
