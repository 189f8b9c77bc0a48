// The report of a record: Markdown with charts next to it, and one page of HTML.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import { markdownTable, percent } from "../src/report.mjs";
import { charts } from "./charts.mjs";
import { ratios } from "./record.mjs";
import {
  adaptiveTable,
  bestElsewhere,
  bmarkTable,
  caseTable,
  goTable,
  movedTable,
  outputTable,
  tableSizes,
} from "./tables.mjs";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: 0.15rem 0.8rem 0.15rem 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
tr + tr td, tbody tr:first-child td { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
svg { max-width: 100%; height: auto; }`;

/** Writes report.md, report.html and the charts into a folder. Resolves to the paths of the two reports. */
export async function writeReport(record, folder, changes) {
  const drawn = await charts(record);
  for (const { id, svg } of drawn) writeFileSync(join(folder, `${id}.svg`), svg);
  const markdown = text(record, drawn, changes);
  const [md, html] = ["report.md", "report.html"].map((name) => join(folder, name));
  writeFileSync(md, markdown);
  writeFileSync(html, page(markdown, drawn));
  return [md, html];
}

function text(record, drawn, changes) {
  const published = [goTable, adaptiveTable, outputTable, tableSizes, bmarkTable, bestElsewhere].map((make) =>
    make(record),
  );
  const cases = [...new Set(record.rows.map((row) => row.case))].map((name) => caseTable(record, name));
  return [
    "# modexp: benchmarks",
    preface(record),
    ...(changes === undefined ? [] : [section("##", movedTable(changes))]),
    "## Charts",
    ...drawn.map(({ id, title }) => `### ${title}\n\n![${title}](${id}.svg)`),
    "## Published tables, and today's figures",
    ...published.filter(({ rows }) => rows.length > 0).map((table) => section("###", table)),
    "## All cases",
    ...cases.map((table) => section("###", table)),
    "",
  ].join("\n\n");
}

function preface(record) {
  const { cpu, cores, memoryGiB, system, clockGhz } = record.machine;
  const bands = ratios(record).map(({ band }) => band);
  const sorted = bands.sort((a, b) => a - b);
  const [middle, wide] = [0.5, 0.9].map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return [
    `${record.date}, \`${record.command}\` (${record.mode})`,
    `- CPU: ${cpu}, ${cores} cores at about ${clockGhz ?? "?"} GHz, ${memoryGiB} GiB, ${system}`,
    ...record.versions.map(({ name, version }) => `- ${name}: ${version}`),
    ...record.missing.map(({ name, why }) => `- ${name}: not installed (${why})`),
    "",
    "Times are medians of all rounds, in which the contenders take turns. All results were compared before. The band of a",
    "ratio says how far another run may be off: twice what the passes of this run differ by, and at least the median",
    `deviation of its rounds. Half of the bands are below ± ${percent(middle)}, nine in ten below ± ${percent(wide)}.`,
  ].join("\n");
}

function section(level, { title, notes, head, rows }) {
  return [`${level} ${title}`, "", notes.join("\n\n"), "", ...markdownTable(head, rows)].join("\n");
}

/** The HTML page, with the charts inline. */
function page(markdown, drawn) {
  const body = drawn.reduce(
    (html, { id, svg }) => html.replace(new RegExp(`<img src="${id}.svg"[^>]*>`), () => svg),
    marked.parse(markdown, { gfm: true }),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>modexp: benchmarks</title>
<style>${STYLE}</style>
${body}
</html>
`;
}
