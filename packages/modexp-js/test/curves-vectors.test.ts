/** Published data about curves, every record on every tier, counted. */
import { describe, expect, test } from "vitest";
import { checkCurveRecord, type Kept } from "./shared/curve-checks.js";
import { curveRecords } from "./shared/curve-records.js";
import { curvesTiers } from "./shared/curve-tiers.js";
import { PUBLIC } from "./shared/files.js";

/** The number of records of each source. */
const COUNTS = {
  Constantine: 40,
  "EIP-7951": 781,
  MIRACL: 68,
  "NIST PKV": 60,
  "NIST SigVer": 375,
  "NIST agreements": 150,
  "NIST key pairs": 50,
  "Wycheproof ECDH": 851,
  "Wycheproof ECDSA": 720,
  parameters: 41,
};

describe.skipIf(PUBLIC === undefined).each(curvesTiers)("public vectors of curves on $tier", ({ api }) => {
  const records = PUBLIC === undefined ? [] : curveRecords(PUBLIC);
  const kept: Kept = new Map();

  test("are as many as there should be", () => {
    const counts: Record<string, number> = {};
    for (const { source } of records) counts[source] = (counts[source] ?? 0) + 1;
    expect(counts).toEqual(COUNTS);
  });

  test.each(Object.keys(COUNTS))("%s", (source) => {
    for (const record of records.filter((each) => each.source === source)) checkCurveRecord(api, kept, record);
  });
});
