import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { READMES, withTable } from "../all/readme.mjs";

test("the READMEs have the tables of the records", () => {
  for (const readme of READMES) {
    assert.equal(readFileSync(readme.path, "utf8"), withTable(readme), "renew it by: node bench/readme.mjs");
  }
});
