/** Runs the examples of the documentation comments: `expression; // value` is a check. */
import { readdirSync, readFileSync } from "node:fs";
import bigInt from "big-integer";
import BN from "bn.js";
import { transformSync } from "esbuild";
import JSBI from "jsbi";
import { BigInteger } from "jsbn";
import { describe, expect, test } from "vitest";
import * as asyncEntry from "../src/async.js";
import * as bigIntegerEntry from "../src/big-integer.js";
import * as binaryCurvesEntry from "../src/binary-curves.js";
import * as binaryCurvesAsyncEntry from "../src/binary-curves-async.js";
import * as bnEntry from "../src/bn.js";
import * as curvesEntry from "../src/curves.js";
import * as curvesAsyncEntry from "../src/curves-async.js";
import * as evmEntry from "../src/evm.js";
import * as formatsEntry from "../src/formats.js";
import * as groupsEntry from "../src/groups.js";
import * as historicalEntry from "../src/historical-pairings.js";
import * as mainEntry from "../src/index.js";
import * as jsbiEntry from "../src/jsbi.js";
import * as jsbnEntry from "../src/jsbn.js";
import * as pairingsEntry from "../src/pairings.js";
import * as pairingsAsyncEntry from "../src/pairings-async.js";
import * as poolEntry from "../src/pool.js";
import * as primesEntry from "../src/primes.js";
import * as slimEntry from "../src/slim.js";
import { withChecks } from "./shared/markdown-blocks.mjs";

const entries: Readonly<Record<string, object>> = {
  modexp: mainEntry,
  "modexp/async": asyncEntry,
  "modexp/curves": curvesEntry,
  "modexp/curves/async": curvesAsyncEntry,
  "modexp/binary-curves": binaryCurvesEntry,
  "modexp/binary-curves/async": binaryCurvesAsyncEntry,
  "modexp/evm": evmEntry,
  "modexp/formats": { ...formatsEntry, Pairing: pairingsEntry.Pairing },
  "modexp/groups": groupsEntry,
  "modexp-historical": historicalEntry,
  "modexp/pairings": pairingsEntry,
  "modexp/pairings/async": pairingsAsyncEntry,
  "modexp/primes": { ...primesEntry, createPool: poolEntry.createPool },
  "modexp/bn.js": { ...bnEntry, BN },
  "modexp/jsbn": { ...jsbnEntry, BigInteger },
  "modexp/big-integer": { ...bigIntegerEntry, bigInt },
  "modexp/jsbi": { ...jsbiEntry, JSBI },
  "modexp/pool": { ...poolEntry, Modulus: mainEntry.Modulus, Curve: curvesEntry.Curve },
  "modexp/slim": slimEntry,
};

/** The entry of a source file; the default is the main entry. */
const ENTRY_OF: readonly (readonly [file: RegExp, entry: string])[] = [
  [/^entries\/powers\/fetched\.ts$/, "modexp/async"],
  [/^entries\/powers\/given\.ts$/, "modexp/slim"],
  [/^entries\/curves\/fetched\.ts$/, "modexp/curves/async"],
  [/^curves\/binary\.ts$/, "modexp/binary-curves"],
  [/^curves\/|^entries\/curves\//, "modexp/curves"],
  [/^entries\/binary-curves\/fetched\.ts$/, "modexp/binary-curves/async"],
  [/^entries\/binary-curves\//, "modexp/binary-curves"],
  [/^entries\/pairings\/fetched\.ts$/, "modexp/pairings/async"],
  [/^entries\/historical-pairings\//, "modexp-historical"],
  [/^pairings\/|^entries\/pairings\//, "modexp/pairings"],
  [/^pool\//, "modexp/pool"],
  [/^evm\//, "modexp/evm"],
  [/^jsbi\//, "modexp/jsbi"],
  [/^adapters\/bn\./, "modexp/bn.js"],
  [/^adapters\/jsbn\./, "modexp/jsbn"],
  [/^adapters\/big-integer\./, "modexp/big-integer"],
  [/^primes\//, "modexp/primes"],
  [/^groups\//, "modexp/groups"],
  [/^formats\//, "modexp/formats"],
];

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

/** The bytes for the examples of `modexp/slim`. */
const WASM = readFileSync(new URL("../wasm/modexp-simd.wasm", import.meta.url));

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

describe("documentation comments", () => {
  const files = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts"));
  const blocks = sources.flatMap((file) =>
    [...read(`../src/${file}`).matchAll(/@example\n([\s\S]*?)\n *(?:\* @|\*\/)/g)].map(([, comment = ""], i) => ({
      name: `${file}, ${i + 1}`,
      entry: ENTRY_OF.find(([pattern]) => pattern.test(file))?.[1] ?? "modexp",
      code: comment.replaceAll(/^ *\* ?/gm, ""),
    })),
  );

  test("have examples", () => {
    expect(blocks.length).toBeGreaterThan(8);
  });

  test.each(blocks)("$name", async ({ code, entry }) => {
    const names = Object.keys(entries[entry] ?? {});
    await run(`import { ${names.join(", ")} } from "${entry}";\n{\n${code}\n}`);
  });
});

async function run(code: string): Promise<void> {
  let checks = 0;
  const checked = withChecks(code).replaceAll(/import (\{.*\}) from "(.*)";/g, 'const $1 = entries["$2"];');
  const check = (got: unknown, want: unknown) => {
    checks++;
    expect(got).toEqual(want);
  };
  const script = transformSync(checked, { loader: "ts", target: "es2022", format: "esm" }).code;
  await new AsyncFunction("entries", "check", "wasm", script)(entries, check, WASM);
  expect(checks).toBeGreaterThan(0);
}
