import assert from "node:assert/strict";
import { test } from "node:test";
import { advice } from "../src/advice.mjs";

const node = { family: "node" };
const old = { tier: "simd", features: { webAssembly: true, relaxedSimd: false } };
const current = { tier: "relaxed", features: { webAssembly: true, relaxedSimd: true } };

test("an old Node is told of the tier that ran and of the faster one", () => {
  assert.match(advice(node, old), /tier simd ran: Node 22 and newer run the tier relaxed/);
});

test("nobody else is", () => {
  assert.equal(advice(node, current), undefined);
  // the caller asked for this tier
  assert.equal(advice(node, { ...old, tier: "js" }, "js"), undefined);
  // a newer version would not help: the processor has no fused multiply-add
  assert.equal(advice(node, { ...current, tier: "simd" }), undefined);
  assert.equal(advice({ family: "bun" }, old), undefined);
});
