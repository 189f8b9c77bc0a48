import assert from "node:assert/strict";
import { test } from "node:test";
import { NAMES } from "../src/contenders.mjs";
import { judge } from "../src/targets.mjs";

const contender = (name, ns) => ({ name, ns, madNs: 0 });

const report = (changes) => ({
  engine: { family: "node" },
  tier: "relaxed",
  cases: [],
  products: [],
  batches: [],
  shared: [],
  phases: [],
  sizes: [],
  firstCalls: [],
  ...changes,
});

const find = (targets, text) => targets.find(({ what }) => what.includes(text));

test("a ratio is met, missed or not measured", () => {
  const cases = [
    {
      name: "2048/2048",
      contenders: [
        contender(NAMES.modPow, 1.5e6),
        contender(NAMES.binary, 10e6),
        contender("OpenSSL 3 BN_mod_exp_mont_consttime", 1.4e6),
      ],
    },
  ];
  const targets = judge(report({ cases }));
  assert.equal(find(targets, "2048 bits: time over OpenSSL").verdict, "missed");
  assert.equal(find(targets, "2048 bits: faster than the BigInt loop").verdict, "met");
  assert.equal(find(targets, "1024 bits: time over OpenSSL").verdict, "not measured");
  assert.equal(find(targets, "no call slower").verdict, "met");
});

test("a difference within the spread is none", () => {
  const slower = (madNs) => [
    { name: "64/64", contenders: [{ ...contender(NAMES.modPow, 102), madNs }, contender(NAMES.binary, 100)] },
  ];
  assert.equal(find(judge(report({ cases: slower(3) })), "no call slower").verdict, "met");
  assert.equal(find(judge(report({ cases: slower(0) })), "no call slower").verdict, "missed");
});

test("the tier js has no targets of WebAssembly", () => {
  const targets = judge(report({ tier: "js", engine: { family: "bun" } }));
  assert.deepEqual(
    targets.map(({ what }) => what),
    ["no call slower than the BigInt loop: the slowest"],
  );
});
