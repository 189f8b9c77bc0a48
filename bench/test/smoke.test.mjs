// The benchmark itself, one call each, on the engine's default tier and on BigInt. The package must be built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { OWN } from "../src/contenders.mjs";
import { CASES } from "../src/sizes.mjs";

const RUN = fileURLToPath(new URL("../run.mjs", import.meta.url));

function smoke(...options) {
  const folder = mkdtempSync(join(tmpdir(), "modexp-bench-"));
  try {
    const json = join(folder, "report.json");
    execFileSync(process.execPath, [RUN, "--smoke", "--json", json, ...options], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    return JSON.parse(readFileSync(json, "utf8"))[0];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const runsAll = (report) => {
  const names = CASES.filter(({ long }) => !long).map(({ name }) => name);
  assert.deepEqual(
    report.cases.map(({ name }) => name),
    names,
  );
  for (const { contenders } of report.cases) {
    const present = contenders.map(({ name }) => name);
    for (const own of OWN) assert.ok(present.includes(own), own);
  }
  assert.ok(report.products.length > 0 && report.batches.length > 0);
  assert.equal(report.sizes.length, 4);
  assert.ok(report.firstCalls.every(({ ns }) => ns > 0));
};

test("on the tier that the engine chooses", () => {
  const report = smoke();
  runsAll(report);
  if (report.tier !== "js")
    assert.deepEqual(
      report.phases.map(({ bits }) => bits),
      [256, 2048],
    );
  const isOld = Number(process.versions.node.split(".")[0]) < 22;
  assert.equal(report.advice !== undefined, isOld && report.tier !== "js");
});

test("on BigInt", () => {
  const report = smoke("--tier", "js");
  runsAll(report);
  assert.equal(report.tier, "js");
  assert.deepEqual(report.phases, []);
});

test("without curves and pairings, which `npm run bench` does not build", async () => {
  const { metafile } = await build({
    entryPoints: [RUN],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // pages import these from their server
    external: ["/suite.mjs", "/modexp.mjs"],
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  assert.ok(imported.includes("esbuild"));
  assert.deepEqual(
    imported.filter((path) => /^modexp/.test(path)),
    [],
  );
});
