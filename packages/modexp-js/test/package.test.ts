/** The package as users get it: the files in dist, through the exports of package.json. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const here = fileURLToPath(root);

describe("package", () => {
  test("every file that the exports name exists", () => {
    const paths: string[] = [];
    const collect = (entry: unknown): void => {
      if (typeof entry === "string") paths.push(entry);
      else for (const inner of Object.values(entry as object)) collect(inner);
    };
    collect(manifest.exports);
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) expect(statSync(new URL(path, root)).size, path).toBeGreaterThan(0);
  });

  test("ESM and CommonJS entries give the same answers", async () => {
    const require = createRequire(import.meta.url);
    const name = "modexp";
    const esm = await import(/* @vite-ignore */ name);
    expect(Object.keys(require("modexp")).sort()).toEqual(Object.keys(esm).sort());
    for (const entry of [esm, require("modexp")]) {
      expect(entry.modPow(3n, 100n, 1_000_000_007n)).toBe(886_041_711n);
      expect(new entry.Modulus(97n).inverse(2n)).toBe(49n);
    }
    for (const entry of [await import(/* @vite-ignore */ `${name}/async`), require("modexp/async")]) {
      expect((await entry.createModexp()).modPow(3n, 100n, 1_000_000_007n)).toBe(886_041_711n);
    }
  });

  test("threads come from a file beside the entry, in ESM and in CommonJS", async () => {
    const require = createRequire(import.meta.url);
    const name = "modexp/pool";
    for (const { createPool } of [await import(/* @vite-ignore */ name), require(name)]) {
      const pool = createPool({ threads: 2 });
      expect(await pool.powMany(101n, [2n, 3n], [10n, 20n])).toEqual([14n, 84n]);
      pool.dispose();
    }
  });

  test("a process with an idle pool ends", () => {
    const script = `
      import { createPool } from "modexp/pool";
      console.log(await createPool({ threads: 2 }).powEach(101n, 2n, [1n, 10n]));`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: here,
      timeout: 20_000,
    });
    expect(String(printed)).toBe("[ 2n, 14n ]\n");
  });

  test("the types are right for ESM and for CommonJS", () => {
    const require = createRequire(import.meta.url);
    const tsc = require.resolve("typescript/package.json").replace(/package\.json$/, "bin/tsc");
    for (const file of ["esm.mts", "cjs.cts"]) {
      const path = fileURLToPath(new URL(`types/${file}`, import.meta.url));
      const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
      execFileSync(process.execPath, [tsc, "--ignoreConfig", ...flags, path], { cwd: here });
    }
  });
});
