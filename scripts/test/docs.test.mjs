// The site of the documentation.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deadLinks } from "../docs.mjs";

test("links of pages to missing files are found, in every folder", () => {
  const site = mkdtempSync(join(tmpdir(), "site-"));
  try {
    mkdirSync(join(site, "demo"));
    mkdirSync(join(site, "pages"));
    writeFileSync(join(site, "demo/index.html"), '<link href="./style.css"><a href="https://example.com/none">');
    writeFileSync(
      join(site, "pages/one.html"),
      '<a href="../demo/index.html#race?a=b"><a href="#part"><img src="a%20b.svg">',
    );
    writeFileSync(join(site, "pages/a b.svg"), "");
    assert.deepEqual(deadLinks(site), ["demo/index.html: demo/style.css"]);
  } finally {
    rmSync(site, { recursive: true });
  }
});
