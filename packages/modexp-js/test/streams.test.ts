/** Modules as streams: src/wasm/streams.ts joins what streams.mjs splits. */
import { readdirSync, readFileSync } from "node:fs";
import binaryen from "binaryen";
import { describe, expect, test } from "vitest";
import { join } from "../src/wasm/streams.js";
import { split } from "../streams.mjs";

const FOLDER = new URL("../wasm/", import.meta.url);

/** A module in the text format, as bytes. */
function assemble(text: string): Uint8Array {
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.All);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

const roundTrip = (bytes: Uint8Array) => split([bytes]).map(join)[0];

test.each(readdirSync(FOLDER).filter((name) => name.endsWith(".wasm")))("%s comes back from its streams", (name) => {
  const bytes = readFileSync(new URL(name, FOLDER));
  expect(Buffer.compare(roundTrip(bytes), bytes)).toBe(0);
});

describe("instructions with operands of every kind come back", () => {
  const locals = Array.from({ length: 300 }, (_, i) => `(local.set ${i} (local.get ${(i * 7) % 300}))`).join("\n");
  test.each([
    ["blocks and tables of labels", "(block (block (br_table 0 1 1 0 (i32.const 2))) (loop (br_if 0 (i32.const 0))))"],
    [
      "constants",
      "(drop (i64.const -9223372036854775808)) (drop (f32.const 1.5)) (drop (f64.const -0.1)) (drop (i32.const -2147483648))",
    ],
    ["addresses", "(i64.store16 offset=70000 align=1 (i32.const 1) (i64.load32_s offset=4 (i32.const 0)))"],
    [
      "vectors",
      "(drop (i8x16.shuffle 0 31 2 29 4 27 6 25 8 23 10 21 12 19 14 17 (v128.const i64x2 -1 255) (v128.load32_splat (i32.const 0))))",
    ],
    [
      "lanes",
      "(drop (v128.load16_lane offset=300 5 (i32.const 8) (v128.const i64x2 1 2))) (drop (i16x8.extract_lane_u 6 (v128.const i64x2 1 2)))",
    ],
    [
      "memory",
      "(memory.copy (i32.const 0) (i32.const 1) (i32.const 2)) (memory.fill (i32.const 0) (i32.const 1) (i32.const 2)) (memory.init 0 (i32.const 0) (i32.const 1) (i32.const 2)) (data.drop 0) (drop (memory.grow (memory.size)))",
    ],
    [
      "calls and choices",
      "(call $g) (call_indirect (type $t) (i32.const 0)) (drop (select (i32.const 1) (i32.const 2) (i32.const 3)))",
    ],
    ["300 locals", locals],
  ])("%s", (_, body) => {
    const declared = body === locals ? `(local ${new Array(300).fill("i64").join(" ")})` : "";
    const bytes = assemble(`(module (type $t (func)) (memory 1) (table 1 funcref) (elem (i32.const 0) $g) (data "ab")
      (func $g) (func (export "f") ${declared} ${body}) (func (param i32) (result i32) (local.get 0)))`);
    expect(roundTrip(bytes)).toEqual(bytes);
    expect(() => new WebAssembly.Module(roundTrip(bytes))).not.toThrow();
  });
});

test("a module with an opcode that streams.mjs does not know is refused", () => {
  const bytes = assemble("(module (memory 1 1 shared) (func (drop (i32.atomic.load (i32.const 0)))))");
  expect(() => split([bytes])).toThrow("operands of opcode 0xfe");
});

test("a module that the decoder has no room for is refused", () => {
  const labels = "0 ".repeat(60);
  const bytes = assemble(`(module (func (block (br_table ${labels} (i32.const 0)))))`);
  expect(() => split([bytes])).toThrow("room for 54 operands of an instruction, not for 60");
});

test("streams of two modules with one dictionary come back", () => {
  const modules = ["(module (func (nop)))", "(module (func (drop (i32.const 1))) (func))"].map(assemble);
  expect(split(modules).map(join)).toEqual(modules);
});
