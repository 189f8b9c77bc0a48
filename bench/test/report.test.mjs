import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compare } from "../all/record.mjs";
import { writeReport } from "../all/report.mjs";
import { bestElsewhere, bmarkTable, goTable, outputTable } from "../all/tables.mjs";
import { record, row } from "./shared/record.mjs";

const MS = 1e6;

const find = (table, name) => table.rows.find(([label]) => label === name);

const ROWS = [256, 2048].flatMap((bits) => [
  row(`${bits}/${bits}`, "native", "OpenSSL 3", [2 * MS]),
  row(`${bits}/${bits}`, "native", "modexp pow", [1 * MS]),
  row(`${bits}/${bits}`, "Node 24", "modPow", [2 * MS]),
  row(`${bits}/${bits}`, "Node 24", "BigInt loop, binary", [10 * MS]),
  row(`${bits}/${bits}, batches`, "native", "modexp pow", [1 * MS]),
  row(`${bits}/${bits}, batches`, "native", "modexp pow_many of 2, each", [0.5 * MS]),
]);

test("a report has all charts, readable in light and dark, in the page and beside the text", async () => {
  const folder = mkdtempSync(join(tmpdir(), "modexp-bench-"));
  try {
    const now = record(ROWS);
    const [md, html] = await writeReport(now, folder, compare(now, now));
    const [text, page] = [md, html].map((path) => readFileSync(path, "utf8"));
    const charts = [...text.matchAll(/!\[[^\]]+\]\(([\w-]+\.svg)\)/g)].map(([, file]) => file);
    assert.deepEqual(charts, ["time.svg", "over-openssl.svg", "over-bigint.svg", "batches.svg", "plans.svg"]);
    for (const file of charts) {
      const svg = readFileSync(join(folder, file), "utf8");
      assert.match(svg, /^<svg[^>]*><style>.*prefers-color-scheme:dark.*currentColor/s, file);
    }
    assert.equal(page.match(/<svg/g).length, charts.length);
    assert.match(text, /0 of 8 ratios moved/);
    assert.match(text, /Go: not installed \(go is not installed\)/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("BMARK's figures for RSA are twice those of half the size", () => {
  const table = bmarkTable(record([row("1024/1024", "native", "modexp pow", [0.25 * MS])]));
  assert.deepEqual(find(table, "2048-bit RSA decryption"), ["2048-bit RSA decryption", "6.62", "0.50", "–"]);
  assert.deepEqual(find(table, "1024-bit prime: R 1024/1024").slice(1), ["–", "0.25", "–"]);
});

test("BMARK's rows of pairings: with precomputation, one more factor, and those without security marked", () => {
  const [pair, two] = [2, 3].map((ms) => ms * MS);
  const table = bmarkTable(
    record([
      row("SSP-512, pairing", "native", "modexp pair", [pair]),
      row("SSP-512, pairing", "native", "modexp pair, prepared", [1 * MS]),
      row("SSP-512, product of two", "native", "modexp product of 2", [two]),
    ]),
  );
  const of = (name) => find(table, name)?.slice(1);
  assert.deepEqual(of("MIRACL's level of 80 bits, SSP-512, historical: no security today: PR "), ["3.34", "2.00", "–"]);
  assert.deepEqual(of("MIRACL's level of 80 bits, SSP-512, historical: no security today: PR (p)"), [
    "1.65",
    "1.00",
    "–",
  ]);
  assert.deepEqual(of("MIRACL's level of 80 bits, SSP-512, historical: no security today: PM "), ["2.29", "1.00", "–"]);
  assert.deepEqual(of("MIRACL's level of 80 bits, SSP-512, historical: no security today: PM (p)"), ["0.60", "–", "–"]);
  // type 1 has one group; modern curves are listed below MIRACL's
  assert.equal(of("MIRACL's level of 80 bits, SSP-512, historical: no security today: G2 "), undefined);
  assert.deepEqual(of("used today in place of BN254N: BLS12-381: G2 "), ["–", "–", "–"]);
  assert.deepEqual(of("used today in place of KSS18-511: KSS18-508: GT (p)"), ["–", "–", "–"]);
});

test("published figures stand beside today's", () => {
  const go = goTable(record([row("256/96", "Go", "Go math/big Exp", [5000])]));
  assert.deepEqual(find(go, "ModExp (Go math/big)").slice(2), ["17532 ns", "2281780 ns", "5000 ns", "–"]);
  const outputs = outputTable(record([row("2048/2000, 2 outputs", "native", "modexp pow_each", [0.5 * MS])]));
  assert.deepEqual(find(outputs, "today: 2 exponents, native, pow_each, constant-time").slice(1, 3), ["0.500", "–"]);
});

test("cycles are time by the clock", () => {
  const table = bestElsewhere(record([row("2048/256, product of 2", "native", "modexp pow_product", [100_000])]));
  assert.deepEqual(find(table, "modexp pow_product (native)"), ["modexp pow_product (native)", "400", "100 µs"]);
});
