import { describe } from "vitest";
import { PUBLIC } from "./shared/files.js";
import { tiers } from "./shared/tiers.js";
import { testVectors } from "./shared/vectors.js";

// in a file of its own, so that it runs beside the other tiers
describe.skipIf(PUBLIC === undefined)("public vectors", () => {
  if (PUBLIC !== undefined)
    testVectors(
      PUBLIC,
      tiers.filter(({ tier }) => tier === "js"),
    );
});
