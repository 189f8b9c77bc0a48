import { describe } from "vitest";
import { PUBLIC } from "./shared/files.js";
import { tiers } from "./shared/tiers.js";
import { testVectors } from "./shared/vectors.js";

// A separate file, so that it runs at the same time as the other tiers. BigInt is slow: the engines check all vectors on it, a quarter each.
const EVERY = 4;

describe.skipIf(PUBLIC === undefined)("public vectors", () => {
  if (PUBLIC !== undefined)
    testVectors(
      PUBLIC,
      tiers.filter(({ tier }) => tier === "js"),
      EVERY,
    );
});
