// The table of docs/engines.md: the tier that each entry takes in each engine.
import { readFileSync } from "node:fs";

/** The entries of the columns with tiers; those that fetch a file take the same. */
const ENTRIES = ["modexp", "curves", "pairings", "binary-curves"];

const page = readFileSync(new URL("../../docs/engines.md", import.meta.url), "utf8");
const table = page.slice(page.indexOf("| engine ")).split("\n\n", 1)[0] ?? "";
const [, , ...lines] = table.split("\n");

/** @param {string | undefined} cell */
const namesIn = (cell = "") => [...cell.matchAll(/[\w-]+/g)].map(([name]) => name);

/** The engines: what they have, the tier of each entry, undefined where it computes nothing, and the ids under which tests start them. */
export const ROWS = lines.map((line) => {
  const [engine = "", has, ...cells] = line.split("|").slice(1, -1);
  return {
    engine: engine.trim(),
    has: namesIn(has),
    tiers: Object.fromEntries(ENTRIES.map((entry, i) => [entry, namesIn(cells[i])[0]])),
    tested: namesIn(cells[ENTRIES.length]),
  };
});
