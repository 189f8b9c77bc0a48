// The READMEs' table of benchmarks, made from a committed record.
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { duration, markdownTable } from "../src/report.mjs";
import { committedRecords, finder, folderOf } from "./record.mjs";

/** The files, and their relative paths to the folder bench. */
export const READMES = [
  { path: fileURLToPath(new URL("../../README.md", import.meta.url)), bench: "bench" },
  {
    path: fileURLToPath(new URL("../../packages/modexp-js/README.md", import.meta.url)),
    bench: "https://github.com/modexp/modexp/tree/main/bench",
  },
];

const MARKS = /(<!-- benchmarks: begin -->\n).*?(<!-- benchmarks: end -->)/s;

/** The cases, and in them a JavaScript package and a native library that users would take instead. */
const ROWS = [
  ["256/256", "power of 256 bits", ["modPow", "gmp-wasm mpz_powm"], ["modexp pow", "OpenSSL"]],
  ["2048/2048", "power of 2048 bits", ["modPow", "gmp-wasm mpz_powm"], ["modexp pow", "OpenSSL"]],
  ["P-256, ER", "multiple on P-256", ["Curve.multiply", "@noble/curves multiply"], ["modexp multiply", "OpenSSL"]],
  ["BLS12-381, pairing", "pairing on BLS12-381", ["Pairing.pair", "mcl-wasm"], ["modexp pair", "blst"]],
];

/** The table of a record, with a line about its source. */
function readmeTable(record, bench) {
  const find = finder(record);
  const cell = (...of) => duration(find.row(...of).ns);
  const ratios = ROWS.map(
    ([name, , [ours, other]]) => find.row(name, "Node 24", other).ns / find.row(name, "Node 24", ours).ns,
  );
  const rows = ROWS.map(([name, label, [ours, other], [native, library]]) => [
    label,
    cell(name, "Node 24", ours),
    `${cell(name, "Node 24", other)}, ${other.split(" ")[0]}`,
    cell(name, "native", native),
    `${cell(name, "native", library)}, ${library}`,
  ]);
  const { date, machine } = record;
  return [
    ...markdownTable(["", "modexp in Node 24", "another package there", "modexp in Rust", "another library"], rows),
    "",
    `In Node 24, modexp is ${Math.min(...ratios).toPrecision(2)} to ${Math.max(...ratios).toPrecision(2)} times as fast as these packages.`,
    `Medians on one core of ${machine.cpu}, ${date}: [the report](${bench}/record/${basename(folderOf(record))}/report.md) has all sizes,`,
    `contenders and engines; [another machine](${bench}/record).`,
    "",
  ].join("\n");
}

/** The record of the fastest machine. */
function fastest() {
  const time = (record) => finder(record).row("2048/2048", "native", "modexp pow").ns;
  return committedRecords().reduce((a, b) => (time(b) < time(a) ? b : a));
}

/** A README with the records' tables between its marks. */
export function withTable({ path, bench }) {
  const text = readFileSync(path, "utf8");
  if (!MARKS.test(text)) throw new Error(`${path} has no <!-- benchmarks: begin --> and <!-- benchmarks: end -->`);
  return text.replace(MARKS, (_, begin, end) => `${begin}\n${readmeTable(fastest(), bench)}\n${end}`);
}

/** Writes the READMEs. */
export function renewReadmes() {
  for (const readme of READMES) writeFileSync(readme.path, withTable(readme));
}
