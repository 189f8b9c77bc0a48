// The names that give a module's functions their order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nameTiersLast } from "../lib/functions.mjs";

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A vector of bytes shorter than 16 KiB: its length in two bytes of LEB128, and the bytes. */
const vector = (bytes) => [(bytes.length & 127) | 128, bytes.length >> 7, ...bytes];
const ascii = (text) => [...Buffer.from(text)];

/** A module of a memory and a section of names: that of the module, and those of functions. */
function moduleOf(names) {
  const functions = names.flatMap((name, i) => [i, ...vector(ascii(name))]);
  const sections = [0, ...vector(vector(ascii("core"))), 1, ...vector([names.length, ...functions])];
  return Uint8Array.from([...HEAD, 5, ...vector([1, 0, 1]), 0, ...vector([...vector(ascii("name")), ...sections])]);
}

test("functions of a tier are last by name, and nothing else changes", () => {
  const names = ["modexp_limbs::limb::add_if", "<modexp_kernels::fused::Fused as Kernel>::mont_mul", "x", "__multi3"];
  const expected = [names[0], `~${names[1].slice(1)}`, names[2], "~_multi3"];
  assert.deepEqual(nameTiersLast(moduleOf(names)), moduleOf(expected));
  assert.deepEqual(expected.toSorted().slice(0, 2), [names[0], names[2]]);
});

test("a module without names stays as it is", () => {
  const module = Uint8Array.from([...HEAD, 5, ...vector([1, 0, 1])]);
  assert.deepEqual(nameTiersLast(module), module);
});
