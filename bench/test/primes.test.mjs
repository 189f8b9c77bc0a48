// The benchmark of primes runs and makes primes. The package must be built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("every contender makes primes", () => {
  const text = execFileSync(process.execPath, [fileURLToPath(new URL("../primes.mjs", import.meta.url)), "--smoke"]);
  for (const name of ["randomPrime", "node:crypto", "bigint-crypto-utils"])
    assert.ok(String(text).includes(name), name);
});
