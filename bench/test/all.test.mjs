// The whole comparison, one call each, on this Node, and on Go and Python if installed. The package must be built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { measureAll } from "../all/measure.mjs";
import { chosen } from "../src/cases.mjs";
import { localProgram } from "../src/program.mjs";

const ALL = fileURLToPath(new URL("../all.mjs", import.meta.url));

test("all programs run and agree, and a report is written", () => {
  const folder = mkdtempSync(join(tmpdir(), "modexp-bench-"));
  try {
    const args = [ALL, "--smoke", "--programs", "node,go,python", "--out", folder];
    execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    const record = JSON.parse(readFileSync(join(folder, "record.json"), "utf8"));
    const measured = new Set(record.rows.map((row) => row.case));
    for (const { name } of chosen("smoke", [])) assert.ok(measured.has(name), name);
    for (const { passesNs, contender } of record.rows)
      assert.ok(
        passesNs.every((ns) => ns > 0),
        contender,
      );
    assert.equal(record.versions.length + record.missing.filter(({ name }) => !name.includes(":")).length, 3);
    for (const name of ["report.md", "report.html"]) assert.ok(existsSync(join(folder, name)), name);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const EFFORT = { passes: 1, rounds: 1, sampleMs: 0, warmMs: 0, budgetMs: 0 };
const CASE = {
  name: "tiny",
  kind: "power",
  bits: 8,
  exponentBits: 4,
  problems: () => [{ m: 101n, bases: [3n], exponents: [10n] }],
};

/** A program with one contender that returns `result`. */
const program = (name, result) => localProgram(name, "1", { power: [() => [{ name: "pow", compute: () => result }]] });

test("a wrong result is reported with its contender", async () => {
  const right = program("right", 3n ** 10n % 101n);
  assert.equal((await measureAll([CASE], [right], EFFORT)).length, 1);
  await assert.rejects(
    measureAll([CASE], [right, program("wrong", 5n)], EFFORT),
    /^Error: wrong: pow disagrees at tiny/,
  );
});
