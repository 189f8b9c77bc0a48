import fc from "fast-check";
import { describe, test } from "vitest";
import { laws } from "./shared/laws.js";
import { tiers } from "./shared/tiers.js";

describe.each(tiers)("laws on $tier", ({ api }) => {
  test.each(Object.entries(laws(api)))("%s", (_name, law) => {
    fc.assert(law as fc.IProperty<unknown>, { numRuns: 150 });
  });
});
