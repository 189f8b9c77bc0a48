import { describe } from "vitest";
import { PUBLIC } from "./shared/files.js";
import { tiers } from "./shared/tiers.js";
import { testVectors } from "./shared/vectors.js";

// The engines check all vectors on all tiers, which takes a minute here.
const EVERY = 4;

describe.skipIf(PUBLIC === undefined)("public vectors", () => {
  if (PUBLIC !== undefined) testVectors(PUBLIC, tiers, EVERY);
});
