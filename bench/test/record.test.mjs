import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { compare, finder, folderOf, ratio, toText } from "../all/record.mjs";
import { record, row } from "./shared/record.mjs";

test("a record is the same after writing and reading, with a line for each row", () => {
  const before = record([row("a", "native", "OpenSSL", [10]), row("a", "native", "x", [5])]);
  const text = toText(before);
  assert.deepEqual(JSON.parse(text), before);
  assert.equal(text.split("\n").filter((line) => line.includes('"contender"')).length, 2);
});

test("a row is found by its name before one that begins so", () => {
  const find = finder(record([row("a", "native", "pow_vartime", [1]), row("a", "native", "pow", [2])]));
  assert.equal(find.row("a", "native", "pow").ns, 2);
  assert.equal(find.row("a", "native", "pow_v").ns, 1);
  assert.equal(find.row("a", "Go", "pow"), undefined);
});

test("a band is as wide as the passes differ, with caution", () => {
  const { value, band } = ratio(row("a", "native", "x", [95, 105]), row("a", "native", "OpenSSL", [100, 100]));
  assert.ok(Math.abs(value - 1) < 1e-9);
  assert.ok(Math.abs(band - 0.1) < 1e-9);
});

test("a record stands in a folder named after its CPU", () => {
  const of = (cpu) => basename(folderOf({ machine: { cpu } }));
  assert.equal(of("Intel(R) Xeon(R) Processor, family 6, model 143"), "intel-xeon-processor-family-6-model-143");
  assert.equal(of("AMD EPYC, family 26"), "amd-epyc-family-26");
});

test("a ratio moves if it leaves the bands of both records", () => {
  const at = (ns) =>
    record([row("a", "native", "OpenSSL", [100, 100]), row("a", "native", "x", [ns * 0.99, ns * 1.01])]);
  const [within] = compare(at(50), at(51));
  const [beyond] = compare(at(50), at(60));
  assert.deepEqual([within.moved, beyond.moved], [false, true]);
  assert.ok(Math.abs(beyond.change - 0.2) < 1e-9);
});

test("what drifts with OpenSSL has not moved", () => {
  const at = (factor) =>
    record([row("a", "native", "OpenSSL", [100 * factor]), row("a", "native", "x", [50 * factor])]);
  assert.equal(compare(at(1), at(3))[0].moved, false);
});
