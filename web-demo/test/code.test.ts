/** The code that the page shows. The recipes and Rust examples are tested where they come from. */
import { execFileSync } from "node:child_process";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { describe, expect, test } from "vitest";
import { codeOfUses } from "../code.js";
import { programsFor } from "../src/calculator/code.js";
import { hasPython, shell } from "./shell.js";

const P521 = 2n ** 521n - 1n;

describe.each([
  [3n, 200n, 1_000_000_007n, powBinary(3n, 200n, 1_000_000_007n)],
  [-5n, 10n ** 100n, P521, powBinary(P521 - 5n, 10n ** 100n, P521)],
  [42n, -1n, 2n ** 61n - 1n, powBinary(42n, 2n ** 61n - 3n, 2n ** 61n - 1n)],
  [7n, 0n, 1n, 0n],
])("%s^%s mod %s", (base, exponent, modulus, power) => {
  const programs = programsFor(base, exponent, modulus);
  const run = (file: string, args: string[]) =>
    BigInt(
      execFileSync(file, args, { cwd: import.meta.dirname, encoding: "utf8" })
        .trim()
        .replace(/n$/, ""),
    );

  test("TypeScript", () => {
    expect(run(process.execPath, ["--input-type=module", "--eval", programs.TypeScript ?? ""])).toBe(power);
  });

  test.skipIf(!hasPython())("one line of Python", () => {
    expect(BigInt(shell(programs.Python ?? ""))).toBe(power);
  });

  test("Rust has the limbs of the numbers", () => {
    const numbers = [...(programs.Rust ?? "").matchAll(/\[(0x[^\]]*)\]/g)].map(([, limbs = ""]) =>
      limbs.split(", ").reduceRight((sum, limb) => (sum << 64n) | BigInt(limb), 0n),
    );
    const b = ((base % modulus) + modulus) % modulus;
    expect(numbers).toEqual([modulus, b, exponent < 0n ? -exponent : exponent]);
    expect(programs.Rust?.includes("m.inverse(&base)?")).toBe(exponent < 0n);
  });
});

test("each use has its recipe and a program in Rust", () => {
  const uses = Object.entries(codeOfUses());
  expect(uses.length).toBe(7);
  for (const [id, { typescript, rust }] of uses) {
    expect(typescript, id).toMatch(/from "modexp/);
    expect(typescript.includes('"./bytes.js"'), id).toBe(typescript.includes("// the file bytes.ts"));
    expect(rust, id).toMatch(
      /^fn main\(\) -> Result<\(\), modexp_\w+::Error> \{\n {4}use .*assert.*Ok\(\(\)\)\n\}\n$/s,
    );
  }
});
