/** The fuzzer's corpus, and some more inputs, on every tier, the precompile and the lines of the command. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Modexp } from "../src/index.js";
import { checkEveryCall } from "./shared/every-call.js";
import { Input } from "./shared/input.js";
import { Random } from "./shared/random.js";
import { batchLine, evmTarget, fromHex, inputs, powTarget, type Target } from "./shared/targets.js";
import { tiers } from "./shared/tiers.js";

const folder = new URL("../../../fuzz/corpus/", import.meta.url);
const lines = (file: string) => readFileSync(new URL(file, folder), "utf8").trim().split("\n");
const corpus = lines("pow.txt").map(fromHex);

/** Minutes for each target; by default, `most` inputs for each instead. */
const minutes = Number(process.env.MODEXP_FUZZ_MINUTES ?? 0);
const most = minutes > 0 ? Number.POSITIVE_INFINITY : 500;
const seed = minutes > 0 ? Date.now() % 2 ** 32 : 1;

function run(name: string, target: Target): void {
  const end = performance.now() + minutes * 60_000;
  let count = 0;
  for (const bytes of inputs(corpus, seed)) {
    if (count >= most || (minutes > 0 && performance.now() > end)) break;
    try {
      target(bytes);
    } catch (error) {
      throw new Error(`input ${Buffer.from(bytes).toString("hex")}`, { cause: error });
    }
    count++;
  }
  console.log(`${count} inputs: fuzz, ${name}`);
  expect(count).toBeGreaterThan(0);
}

/** Every call on problems with a seed each. The test prints a failing seed; MODEXP_FUZZ_SEED repeats it. */
function everyCall(tier: string, api: Modexp): void {
  const start = performance.now();
  const end = start + (minutes > 0 ? minutes * 60_000 : 15_000);
  const first = Number(process.env.MODEXP_FUZZ_SEED ?? seed);
  let problems = 0;
  let results = 0;
  for (; problems < (minutes > 0 ? most : 600) && performance.now() < end; problems++) {
    try {
      results += checkEveryCall(api, new Random(first + problems));
    } catch (error) {
      const after = Math.round((performance.now() - start) / 1000);
      throw new Error(`seed ${first + problems}, after ${problems} problems and ${after} s`, { cause: error });
    }
  }
  const spent = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`${problems} inputs: fuzz, every call on ${tier}: ${results} results in ${spent} minutes`);
  expect(results).toBeGreaterThan(0);
}

const timeout = 120_000 + minutes * 70_000;

test("bytes are the numbers that they are in Rust", () => {
  for (const line of lines("numbers.txt")) {
    const [bytes = "", ...numbers] = line.split(" ");
    const { base, exponent, modulus } = new Input(fromHex(bytes)).problem();
    expect([base, exponent, modulus].map((x) => x.toString(16))).toEqual(numbers);
  }
});

describe.each(tiers)("on $tier", ({ tier, api }) => {
  test("one exponentiation, and products", () => run(tier, powTarget(api)), timeout);

  test("every call on numbers of structure", () => everyCall(tier, api), timeout);
});

test("the precompile", () => run("the precompile", evmTarget), timeout);

test(
  "lines of the command",
  async () => {
    const end = performance.now() + minutes * 60_000;
    const source = inputs(corpus, seed);
    let count = 0;
    do {
      const wanted = Array.from({ length: 500 }, () => batchLine(source.next().value as Uint8Array));
      const answers = await batch(wanted.map(({ line }) => line));
      expect(answers.length).toBe(wanted.length);
      for (const [i, { line, result }] of wanted.entries()) {
        const { error, result: got } = JSON.parse(answers[i] as string);
        if (result === undefined) expect(error, line).toBeTypeOf("string");
        else expect(BigInt(got), line).toBe(result);
      }
      count += wanted.length;
    } while (performance.now() < end);
    console.log(`${count} inputs: fuzz, lines of the command`);
  },
  timeout,
);

/** The command's answers to these lines. */
function batch(lines: readonly string[]): Promise<string[]> {
  const command = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, "batch", "--threads", "1"], { stdio: ["pipe", "pipe", "ignore"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.on("error", reject);
    child.on("close", () => resolve(text.trim().split("\n")));
    child.stdin.end(`${lines.join("\n")}\n`);
  });
}
