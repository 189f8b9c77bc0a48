// The READMEs' tables of benchmarks, made from the committed records.
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

const ROWS = [
  ["256/256", "256 bits"],
  ["512/512", "512 bits"],
  ["1024/1024", "1024 bits"],
  ["2048/17", "2048 bits, e = 65537"],
  ["2048/256", "2048 bits, exponent of 256"],
  ["2048/2048", "2048 bits"],
  ["3072/3072", "3072 bits"],
  ["4096/4096", "4096 bits"],
];

const COLUMNS = [
  ["`modPow` in Node 24", "Node 24", "modPow"],
  ["`pow` in Rust", "native", "modexp pow"],
  ["OpenSSL", "native", "OpenSSL"],
  ["GMP", "native", "GMP 6"],
  ["BigInt loop in Node 24", "Node 24", "BigInt loop, binary"],
  ["gmp-wasm in Node 24", "Node 24", "gmp-wasm mpz_powm"],
];

/** The table of a record, with a line about its source. */
function readmeTable(record, bench) {
  const find = finder(record);
  const rows = ROWS.map(([name, label]) => [
    label,
    ...COLUMNS.map(([, engine, contender]) => {
      const row = find.row(name, engine, contender);
      return row === undefined ? "–" : duration(row.ns);
    }),
  ]);
  const version = (engine) =>
    find.row("2048/2048", "native", engine)?.contender.split(" ").slice(0, 2).join(" ") ?? engine;
  const { date, machine } = record;
  const { cpu, cores } = machine;
  return [
    ...markdownTable(["base^exponent mod modulus", ...COLUMNS.map(([head]) => head)], rows),
    "",
    `Medians on ${cpu}, ${cores} cores, ${date}, by \`${record.command}\`. \`modPow\` and \`pow\` are`,
    `constant-time; so is ${version("OpenSSL")}'s \`BN_mod_exp_mont_consttime\`, ${version("GMP 6")}'s \`mpz_powm\` is not.`,
    `[The report](${bench}/record/${basename(folderOf(record))}/report.md) has all contenders, engines and published tables.`,
    "",
  ].join("\n");
}

/** A README with the records' tables between its marks. */
export function withTable({ path, bench }) {
  const text = readFileSync(path, "utf8");
  if (!MARKS.test(text)) throw new Error(`${path} has no <!-- benchmarks: begin --> and <!-- benchmarks: end -->`);
  const tables = committedRecords().map((record) => readmeTable(record, bench));
  return text.replace(MARKS, (_, begin, end) => `${begin}\n${tables.join("\n")}\n${end}`);
}

/** Writes the READMEs. */
export function renewReadmes() {
  for (const readme of READMES) writeFileSync(readme.path, withTable(readme));
}
