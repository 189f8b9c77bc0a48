import { describe, expect, test } from "vitest";
import type { Modexp, Tier } from "../../src/index.js";
import { checkVector } from "./checks.js";
import { readVectors, vectorFiles } from "./files.js";

// kinds for other functions
const UNRELATED = ["aux_prime.jsonl", "aux_millerrabin.jsonl", "wycheproof_range.jsonl"];

/** One test for each file of vectors in `folder`, on each of `tiers`. */
export function testVectors(folder: string, tiers: readonly { tier: Tier; api: Modexp }[]): void {
  describe.each(tiers)("vectors on $tier", ({ api }) => {
    test.each(vectorFiles(folder))("%s", (file) => {
      const checked = readVectors(folder, file).filter((vector) => checkVector(api, vector));
      if (!UNRELATED.includes(file)) expect(checked.length).toBeGreaterThan(0);
    });
  });
}
