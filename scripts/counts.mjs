// npm run counts: counts the passed cases for each configuration in the tests' output. --record writes the table.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { engines } from "./engines.mjs";
import { Failure, output, ROOT, run } from "./lib/process.mjs";

const TABLE = join(ROOT, "tools/assurance/counts.md");

/** The tests that print lines like "380 passes: boundary sizes, adx". */
const TESTS = [
  "test",
  "-p",
  "modexp-limbs",
  "-p",
  "modexp-group",
  "-p",
  "modexp-core",
  "-p",
  "modexp-kernels",
  "-p",
  "modexp-fuzz",
  "--locked",
];
const CHOSEN = [
  "--lib",
  ...["vectors", "boundary_sizes", "carries", "crossovers", "corpus"].flatMap((name) => ["--test", name]),
];

const NATIVE = ["portable", "adx", "fma", "fma_x2", "fma_x4", "ifma", "ifma_x2", "ifma_x8"];

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** source → configuration → passes. */
class Table {
  rows = new Map();

  add(source, configuration, passes) {
    const row = this.rows.get(source) ?? new Map();
    this.rows.set(source, row);
    row.set(configuration, (row.get(configuration) ?? 0) + passes);
  }

  /** A table with a row for each source and a column for each name in `columns`. */
  text(columns) {
    const line = (cells) => `| ${cells.join(" | ")} |`;
    const count = (n) => (n === undefined ? "" : n.toLocaleString("en"));
    const total = (name) => sum([...this.rows.values()].map((row) => row.get(name) ?? 0));
    const rows = [...this.rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([source, row]) => [source, ...columns.map((name) => count(row.get(name)))]);
    return [
      line(["source", ...columns]),
      line(["-", ...columns.map(() => "-:")]),
      ...rows.map(line),
      line(["**all**", ...columns.map((name) => count(total(name)))]),
    ].join("\n");
  }

  get total() {
    return sum([...this.rows.values()].flatMap((row) => [...row.values()]));
  }
}

export async function counts({ record = false } = {}) {
  const { code, text } = await run("cargo", [...TESTS, ...CHOSEN, "--", "--nocapture"], { quiet: true });
  if (code !== 0) throw new Failure(text.slice(-4000));
  const [native, others] = [new Table(), new Table()];
  for (const [, count, source, configuration] of text.matchAll(/(\d+) passes: (.*), ([^,\n]*)$/gm)) {
    (NATIVE.includes(configuration) ? native : others).add(source, configuration, Number(count));
  }

  const { failed, tiers } = await engines();
  const wasm = new Table();
  const names = [...new Set(tiers.map(({ tier }) => tier))];
  for (const { tier, sources } of tiers) {
    for (const [source, count] of Object.entries(sources)) wasm.add(source, tier, count);
  }
  const ran = [...new Set(tiers.map(({ engine }) => engine))];
  const total = native.total + others.total + wasm.total;
  const of = (table) => table.total.toLocaleString("en");
  const { MODEXP_CASES: cases, MODEXP_EXHAUSTIVE: exhaustive, MODEXP_VECTORS: vectors } = process.env;
  const settings = [
    vectors ? "MODEXP_VECTORS=… " : "",
    cases ? `MODEXP_CASES=${cases} ` : "",
    exhaustive ? `MODEXP_EXHAUSTIVE=${exhaustive} ` : "",
  ].join("");
  const page = `# What has passed

\`${settings}npm run counts -- --record\` on ${new Date().toISOString().slice(0, 10)}, commit ${output("git", ["rev-parse", "--short", "HEAD"])}: ${of({ total })} passes, ${failed} failures. A pass is one result that was
compared. No test is skipped; what the tests leave out of the vectors is what other libraries refuse and this one computes
(\`wycheproof_range.jsonl\`, negative exponents as an error), or no exponentiation at all.

## Native backends: ${of(native)}

${native.text(NATIVE)}

## Kernels alone, wasm32's in emulated vectors, models and the fuzzer's corpus: ${of(others)}

${[...others.rows].flatMap(([source, row]) => [...row].map(([name, count]) => `- ${source}, ${name}: ${count.toLocaleString("en")}`)).join("\n")}

## Tiers, in ${ran.join(", ")}: ${of(wasm)}

${wasm.text(names)}
`;
  console.log(page);
  if (record) writeFileSync(TABLE, page);
  const sources = new Set([native, others, wasm].flatMap(({ rows }) => [...rows.keys()])).size;
  return { ok: failed === 0, total, failed, sources, configurations: NATIVE.length + tiers.length };
}
