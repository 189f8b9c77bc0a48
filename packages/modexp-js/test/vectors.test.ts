import { OWN } from "./shared/files.js";
import { tiers } from "./shared/tiers.js";
import { testVectors } from "./shared/vectors.js";

testVectors(OWN, tiers);
