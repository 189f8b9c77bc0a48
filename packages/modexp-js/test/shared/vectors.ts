import { describe, expect, test } from "vitest";
import type { Modexp, Tier } from "../../src/index.js";
import { checkVector } from "./checks.js";
import { readVectors, vectorFiles } from "./files.js";

// kinds for other functions
const UNRELATED = ["aux_prime.jsonl", "aux_millerrabin.jsonl", "wycheproof_range.jsonl"];

/** Characters of a vector with numbers of about 1024 bits. */
const LONG = 1000;

/** One test for each file of vectors in `folder`, on each of `tiers`. Of long vectors, it takes one in `every`, on BigInt a quarter. */
export function testVectors(folder: string, tiers: readonly { tier: Tier; api: Modexp }[], every = 1): void {
  describe.each(tiers)("vectors on $tier", ({ tier, api }) => {
    const step = tier === "js" && every > 1 ? 4 * every : every;
    test.each(vectorFiles(folder))("%s", (file) => {
      const vectors = readVectors(folder, file).filter(
        (vector, i) => i % step === 0 || JSON.stringify(vector).length < LONG,
      );
      const checked = vectors.filter((vector) => checkVector(api, vector));
      if (!UNRELATED.includes(file)) expect(checked.length).toBeGreaterThan(0);
    });
  });
}
