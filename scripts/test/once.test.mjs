// Concurrent set-up steps, in one process and in several, also if one of them is killed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { files } from "../lib/hash.mjs";
import { alone, once, whole } from "../lib/once.mjs";
import { committed, ROOT } from "../lib/process.mjs";
import { doAndLook, slowStep } from "./shared/steps.mjs";

const PROGRAM = fileURLToPath(new URL("shared/steps.mjs", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "modexp-once-"));
after(() => rmSync(root, { recursive: true }));

/** A folder with a place for the step's result, and a log. */
function fixtureOf(name, rest = {}) {
  const folder = join(root, name);
  mkdirSync(folder);
  return { folder, place: join(folder, "tool"), log: join(folder, "starts"), hash: "1", pause: 5, ...rest };
}

/** The number of times that the work started. */
const starts = ({ log }) => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0);

/** A process that does the step: `report` resolves to its findings, or to undefined if it is killed. */
function start(fixture) {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(fixture)], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const report = new Promise((resolve) => {
    child.on("close", (code) => resolve(code === 0 ? JSON.parse(text.trim().split("\n").at(-1)) : undefined));
  });
  return { child, report };
}

/** Each process saw a complete result, one did the work, and the folder holds only the result. */
function assertOnce(reports, { folder }) {
  assert.deepEqual(
    reports.map((report) => report?.complete),
    reports.map(() => true),
  );
  assert.equal(reports.filter(({ did }) => did).length, 1);
  assert.deepEqual(readdirSync(folder).sort(), ["starts", "tool"]);
}

test("a step that is asked for many times in one process runs once", async () => {
  const fixture = fixtureOf("process");
  const reports = await Promise.all(Array.from({ length: 50 }, () => doAndLook(fixture)));
  assertOnce(reports, fixture);
  assert.equal(starts(fixture), 1);
});

test("a step that is asked for in many processes runs once", async () => {
  const fixture = fixtureOf("processes", { pause: 150 });
  const reports = await Promise.all(Array.from({ length: 6 }, () => start(fixture).report));
  assertOnce(reports, fixture);
  assert.equal(starts(fixture), 1);
});

test("where the process that runs it is killed, one of those that wait runs it again", async () => {
  const fixture = fixtureOf("killed", { pause: 40 });
  const first = start(fixture);
  while (starts(fixture) === 0) await wait(5);
  const others = Array.from({ length: 4 }, () => start(fixture));
  await wait(300);
  assert.equal(existsSync(fixture.place), false);
  first.child.kill("SIGKILL");
  assert.equal(await first.report, undefined);
  assertOnce(await Promise.all(others.map(({ report }) => report)), fixture);
  assert.equal(starts(fixture), 2);
});

test("what was made halfway, or of something else, counts as not made", async () => {
  const fixture = fixtureOf("halfway");
  const halfway = `${fixture.place}.new-killed`;
  for (const folder of [fixture.place, halfway]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "part-0"), "1");
  }
  assertOnce([await doAndLook(fixture)], fixture);
  const changed = { ...fixture, hash: "2" };
  assertOnce([await doAndLook(changed)], changed);
  assert.equal((await doAndLook(changed)).did, false);
});

test("a step that fails leaves the result of before, and the next one runs", async () => {
  const fixture = fixtureOf("fails");
  await doAndLook(fixture);
  const fails = whole(fixture.place, (empty) => {
    writeFileSync(join(empty, "part-0"), "2");
    throw new Error("no network");
  });
  await assert.rejects(fails, /no network/);
  assert.equal((await doAndLook(fixture)).complete, true);
  assert.deepEqual(readdirSync(fixture.folder).sort(), ["starts", "tool"]);

  const step = slowStep(fixtureOf("fails-alone"));
  const failed = alone(step.place, () => Promise.reject(new Error("no network")));
  const next = once(step);
  await assert.rejects(failed, /no network/);
  assert.equal(await next, true);
});

test("a step whose work does not make what it should is a failure", async () => {
  const step = { place: join(root, "nothing"), done: () => false, work: () => {} };
  await assert.rejects(once(step), /not complete/);
});

test("a program that installs something does it in such a step", () => {
  const textOf = (file) => readFileSync(join(ROOT, file), "utf8");
  const installs =
    /"pip"|"npm", \["ci"|"rustup", \[?\.*"(?:toolchain|component|target)", "(?:install|add)"|"cargo", \["install"/;
  const found = committed("*.mjs", "*.ts").filter(
    (file) => !file.includes("scripts/test/") && installs.test(textOf(file)),
  );
  assert.ok(found.length >= 4, found.join());
  for (const file of found) assert.match(textOf(file), /\b(?:once|folderStep)\(/, file);
});

test("a change in any source makes a build outdated", () => {
  const hashed = new Set(["packages/modexp-js", "crates"].flatMap((folder) => [...files(join(ROOT, folder))]));
  const sources = committed("packages/modexp-js/src/*", "packages/modexp-js/test/*", "crates/*/src/*");
  assert.deepEqual(
    sources.filter((file) => !hashed.has(join(ROOT, file))),
    [],
  );
});
