// The release workflow builds and publishes the addon of each platform.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PLATFORMS } from "../../packages/modexp-native-js/platforms.mjs";
import { ROOT } from "../lib/process.mjs";

test("the release builds the addon of each platform that modexp-native names", () => {
  const workflow = readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8");
  const built = [...workflow.matchAll(/^ +- { platform: ([\w-]+),/gm)].map(([, name]) => name);
  assert.deepEqual(built.sort(), Object.keys(PLATFORMS).sort());
});
