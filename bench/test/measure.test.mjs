import assert from "node:assert/strict";
import { test } from "node:test";
import { median, race } from "../src/measure.mjs";

/** A contender of constant speed that records its turns. */
const pretend = (name, callMs, turns, powers) => ({
  name,
  powers,
  time(first, count) {
    turns.push(name);
    this.made ??= 0;
    assert.equal(first, this.made);
    this.made += count;
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

test("the powers of a call divide its time", async () => {
  const contenders = [pretend("batch", 8, [], 4)];
  const [{ ns }] = await race(contenders, { rounds: 1, sampleMs: 0, warmMs: 0, budgetMs: 0 });
  assert.equal(ns, 2e6);
});
