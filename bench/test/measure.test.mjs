import assert from "node:assert/strict";
import { test } from "node:test";
import { race } from "../src/measure.mjs";
import { median } from "../src/median.mjs";

/** A contender of constant speed that records its turns. */
const pretend = (name, callMs, turns) => ({
  name,
  calls(count) {
    turns.push(name);
    return count * callMs;
  },
});

test("median", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

test("contenders take turns, and slow ones fewer", async () => {
  const turns = [];
  const contenders = [pretend("quick", 0.01, turns), pretend("slow", 40, turns)];
  const [quick, slow] = await race(contenders, { rounds: 8, sampleMs: 1, warmMs: 0.001, budgetMs: 100 });
  assert.deepEqual([quick.ns, quick.samplesNs.length, quick.callsPerSample], [10_000, 8, 100]);
  assert.deepEqual([slow.ns, slow.samplesNs.length, slow.callsPerSample], [40e6, 2, 1]);
  assert.deepEqual(turns.slice(2).join(" "), "quick quick quick slow quick quick quick quick slow quick");
});

test("one round without warming up is one call of each", async () => {
  const turns = [];
  await race([pretend("a", 1, turns), pretend("b", 1, turns)], { rounds: 1, sampleMs: 0, warmMs: 0, budgetMs: 0 });
  assert.deepEqual(turns, ["a", "b"]);
});
