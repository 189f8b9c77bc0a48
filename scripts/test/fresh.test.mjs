// Every command is in CONTRIBUTING's table, and `npm run fresh` can try it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { documented, known } from "../fresh.mjs";
import { ROOT } from "../lib/process.mjs";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

test("npm run fresh tries the commands of CONTRIBUTING's table, and no others", () => {
  assert.ok(documented().length >= 28);
  assert.deepEqual(known().sort(), documented().sort());
});

test("each script of package.json has a row in the table", () => {
  const rows = documented();
  const absent = Object.keys(scripts).filter((name) => !rows.some((row) => row.split(" ").includes(name)));
  assert.deepEqual(absent, []);
});

test("each script of package.json is a task of its name", () => {
  for (const [name, line] of Object.entries(scripts)) assert.equal(line, `node scripts/run.mjs ${name}`);
  const tasks = readFileSync(join(ROOT, "scripts/run.mjs"), "utf8").matchAll(
    /^(?: {2}"?([\w:]+)"?: \{|TASKS\.(\w+) =)/gm,
  );
  const names = [...tasks].map(([, first, second]) => first ?? second);
  assert.deepEqual(names.sort(), Object.keys(scripts).sort());
});
