/** docs/threads.md: jobs that strangers should not send are refused, or end with their signal. */
import { afterAll, expect, test } from "vitest";
import { Modulus } from "../../src/index.js";
import { createPool } from "../../src/pool.js";

const pool = createPool({ threads: 1, maxBits: 521 });
const m = new Modulus(2n ** 521n - 1n);
afterAll(() => pool.dispose());

test("numbers above the pool's maxBits are refused in every call", async () => {
  const long = 2n ** 522n - 1n;
  for (const call of [
    () => pool.pow(long, 3n, 5n),
    () => pool.pow(m, long, 5n),
    () => pool.powMany(m, [3n, long], [5n, 5n]),
    () => pool.powEach(m, 3n, [5n, 1n << 1_000_000n]),
    () => pool.powProduct(m, [3n, long], [5n, 5n]),
    () => pool.squareRepeated(long, 3n, 5n),
  ]) {
    await expect(call()).rejects.toThrow(RangeError);
  }
  expect(await pool.pow(m, 3n, 5n)).toBe(243n);
});

test("a job of hours ends with its signal", async () => {
  const job = pool.squareRepeated(m, 3n, 10n ** 12n, { signal: AbortSignal.timeout(50) });
  await expect(job).rejects.toThrow(expect.objectContaining({ name: "TimeoutError" }));
  expect(await pool.pow(m, 3n, 5n)).toBe(243n);
});
