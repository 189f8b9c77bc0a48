// `npm run spark` in a copy of the project with the npm packages alone, without engines and bundlers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { ENV, ROOT } from "../lib/process.mjs";

const copy = mkdtempSync(join(tmpdir(), "modexp-spark-"));
after(() => rmSync(copy, { recursive: true }));

test("the project that Spark calls installs without packages of the fixtures", () => {
  const filter = (from) => !["node_modules", "test"].includes(basename(from));
  for (const path of ["package.json", "scripts", "packages"]) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter });
  }
  for (const path of ["node_modules", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml"]) {
    symlinkSync(join(ROOT, path), join(copy, path));
  }
  const script = `const { install } = await import("./packages/modexp-js/fixtures/lib/project.mjs");
    const { folder } = await install("command");
    const { execFileSync } = await import("node:child_process");
    const modexp = folder + "/node_modules/.bin/modexp";
    console.log(String(execFileSync(modexp, ["pow", "3", "200", "1000000007"])));
    await import("./scripts/spark.mjs");`;
  const env = { ...ENV, CARGO_TARGET_DIR: join(copy, "target") };
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: copy, env });
  assert.equal(String(printed).trim(), "136318165");
});
