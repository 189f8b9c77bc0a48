/** docs/commitments.md: single checks and the common one agree. */
import { expect, test } from "vitest";
import { allOpen, commit, opens } from "../../docs/commitments.md";

test("one wrong opening among many is found, wherever it is", () => {
  const all = Array.from({ length: 8 }, (_, i) => commit(BigInt(i) ** 3n));
  expect(all.every(({ opening, commitment }) => opens(opening, commitment))).toBe(true);
  expect(allOpen(all)).toBe(true);
  expect(allOpen([])).toBe(true);
  all.forEach(({ opening }, i) => {
    for (const wrong of [
      { ...opening, m: opening.m + 1n },
      { ...opening, r: opening.r - 1n },
    ]) {
      expect(allOpen(all.map((each, j) => (i === j ? { ...each, opening: wrong } : each)))).toBe(false);
    }
  });
});
