// The record of a run: the machine, the versions, and a row for each case, program and contender. Also compares two
// records.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { fileURLToPath } from "node:url";

/** The committed records, one for each CPU. */
const FOLDER = fileURLToPath(new URL("../record/", import.meta.url));

/** Linux's description of the CPU. */
const CPU_INFO = "/proc/cpuinfo";

/** Passes of one run differ less than two runs do, so the band is their difference times this factor. */
const CAUTION = 2;

/** The narrowest band. */
const NARROWEST = 0.01;

export function makeRecord({ command, mode, programs, missing, clockGhz, plans, rows }) {
  return {
    date: new Date().toISOString().slice(0, 10),
    command,
    mode,
    machine: {
      cpu: cpuName(),
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release()}`,
      clockGhz,
    },
    versions: programs.map(({ name, version }) => ({ name, version })),
    missing,
    plans,
    rows,
  };
}

/** The CPU's model, with its family if the system reports it: one name is sold with several families. */
function cpuName() {
  const name = (cpus()[0]?.model ?? "unknown").trim();
  const info = existsSync(CPU_INFO) ? readFileSync(CPU_INFO, "utf8") : "";
  const of = (what) => new RegExp(`^${what}\\s*: (\\d+)$`, "m").exec(info)?.[1];
  const parts = [
    ["family", of("cpu family")],
    ["model", of("model")],
  ];
  return [name, ...parts.filter(([, number]) => number !== undefined).map((part) => part.join(" "))].join(", ");
}

/** The folder for the record of a CPU: `amd-epyc-family-26`. */
export const folderOf = ({ machine }) =>
  `${FOLDER}${machine.cpu
    .toLowerCase()
    .replace(/\(\w+\)/g, "")
    .replace(/[^a-z0-9]+/g, "-")}`;

/** The committed records, the newest first. */
export function committedRecords() {
  const records = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(`${FOLDER}${name}/record.json`, "utf8")));
  return records.sort((a, b) => b.date.localeCompare(a.date) || a.machine.cpu.localeCompare(b.machine.cpu));
}

/** A record as text: one line for each row, for comparing records. */
export function toText(record) {
  const rows = record.rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n");
  return `${JSON.stringify({ ...record, rows: [] }, null, 1).replace('"rows": []', () => `"rows": [\n${rows}\n ]`)}\n`;
}

/**
 * Finds rows of a record: `of(case)`, and `row(case, engine, contender)`. If no contender has this name, the start of a
 * name matches.
 */
export function finder({ rows }) {
  const byCase = new Map();
  for (const row of rows) byCase.set(row.case, [...(byCase.get(row.case) ?? []), row]);
  const of = (name) => byCase.get(name) ?? [];
  return {
    of,
    row(name, engine, contender) {
      const there = of(name).filter((row) => row.engine === engine);
      return (
        there.find((row) => row.contender === contender) ?? there.find((row) => row.contender.startsWith(contender))
      );
    },
  };
}

/** The baseline row of a case: OpenSSL's first function, else the first row. */
export function reference(rows) {
  return rows.find(({ contender }) => contender.startsWith("OpenSSL")) ?? rows[0];
}

/** A row's time over the baseline's, and the band for another run. */
export function ratio(row, to) {
  const value = row.ns / to.ns;
  const passes = row.passesNs.map((ns, pass) => ns / to.passesNs[pass] / value);
  const spread = Math.max(...passes.map((x) => Math.abs(x - 1)), row.madNs / row.ns + to.madNs / to.ns);
  return { value, band: Math.max(NARROWEST, CAUTION * spread) };
}

/** All ratios of a record: [{ case, engine, contender, ns, value, band }]. */
export function ratios(record) {
  const { of } = finder(record);
  const names = [...new Set(record.rows.map((row) => row.case))];
  return names.flatMap((name) => {
    const rows = of(name);
    const to = reference(rows);
    return rows
      .filter((row) => row !== to)
      .map((row) => ({ case: name, engine: row.engine, contender: row.contender, ns: row.ns, ...ratio(row, to) }));
  });
}

/**
 * Compares the ratios that two records share: the change in the newer one, and whether it exceeds both bands together.
 */
export function compare(older, newer) {
  const key = (each) => `${each.case}\n${each.engine}\n${each.contender}`;
  const before = new Map(ratios(older).map((each) => [key(each), each]));
  return ratios(newer)
    .filter((each) => before.has(key(each)))
    .map((now) => {
      const then = before.get(key(now));
      const change = now.value / then.value - 1;
      const band = now.band + then.band;
      return { ...now, before: then.value, change, band, moved: Math.abs(change) > band };
    });
}
