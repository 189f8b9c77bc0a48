// The committed table: the last record of each figure, with its day and commit.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { output, ROOT, read } from "../../scripts/lib/process.mjs";

const RECORD = join(ROOT, "tools/assurance/record.md");

/** The published sources, which the figures describe. */
const PUBLISHED = ["crates/*/src", "packages/modexp-js/src", "Cargo.lock"];

const FULL = ", full";

/** The day, the last commit that changed the published sources, and whether the run is full. */
export function stamp(full) {
  const commit = output("git", ["log", "-1", "--format=%h", "--", ...PUBLISHED]) ?? "a tree without git";
  const changed = output("git", ["status", "--porcelain", "--", ...PUBLISHED]) ? " with changes" : "";
  return `${new Date().toISOString().slice(0, 10)}, ${commit}${changed}${full ? FULL : ""}`;
}

export function table(rows) {
  const all = [["", "what", "figure", "control", "time", "of"], Array(6).fill("-"), ...rows];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * Replaces the row of the same name in the table, and drops rows that `names` lacks. A short run does not replace the row of
 * a full one.
 */
export function record(row, names) {
  const [, name] = row;
  const known = new Map(recorded().map((cells) => [cells[1], cells]));
  if (known.get(name)?.at(-1).endsWith(FULL) && !row.at(-1).endsWith(FULL)) return;
  known.set(name, row);
  const rows = names.filter((each) => known.has(each)).map((each) => known.get(each));
  writeFileSync(
    RECORD,
    `# What was measured last

\`npm run assurance -- --record\` on ${cpus()[0].model}, ${cpus().length} cores. The last column gives the day of each figure, the last commit
that changed what is published, and whether it was measured with \`--full\`.

${table(rows)}
`,
  );
}

/** The names of the recorded figures. */
export const recordedNames = () => recorded().map(([, name]) => name);

/** The rows of the committed table. */
function recorded() {
  const lines = (read(RECORD) ?? "").split("\n").filter((each) => each.startsWith("| "));
  return lines.slice(2).map((each) => each.slice(2, -2).split(" | "));
}
