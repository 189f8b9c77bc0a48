// The formats of figures.

/** "12.3 ns", "1.52 ms": three figures. */
export function duration(ns) {
  const [unit, size] = [
    ["s", 1e9],
    ["ms", 1e6],
    ["µs", 1e3],
  ].find(([, size]) => ns >= size) ?? ["ns", 1];
  return `${threeFigures(ns / size)} ${unit}`;
}

/** "6.23×" */
export const times = (x) => `${threeFigures(x)}×`;

export const percent = (x) => `${x < 0.0995 ? (100 * x).toFixed(1) : Math.round(100 * x)} %`;

export const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

function threeFigures(x) {
  if (x >= 100) return x.toFixed(0);
  return x >= 10 ? x.toFixed(1) : x.toFixed(2);
}

/** Lines of a table: the first column aligned left, the others right. Missing cells are undefined. */
export function table(heads, rows) {
  const cells = [heads, ...rows].map((row) => heads.map((_, i) => String(row[i] ?? "")));
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const line = (row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [line(cells[0]), widths.map((width) => "─".repeat(width)).join("  "), ...cells.slice(1).map(line)].map(
    (text) => `  ${text}`,
  );
}

/** Lines of a table in Markdown, aligned like `table`. */
export function markdownTable(heads, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)];
}
