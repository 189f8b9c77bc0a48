import { expect, test } from "vitest";
import { fromHash, toHash } from "../src/shared/address.js";

test("an address gives back the values of its part, whatever they are", () => {
  for (const text of ["", "12.50 & more", "a=b#c?d", "Zażółć\n+%41"]) {
    const hash = toHash("signature", { text, bits: "2048" });
    expect(new URL(hash, "https://example.com/").hash).toBe(hash);
    expect(fromHash("signature", ["text", "bits"], hash)).toEqual({ text, bits: "2048" });
    expect(fromHash("blind", ["text"], hash)).toBeUndefined();
  }
});

test("names of other parts and unknown names are left out", () => {
  expect(fromHash("points", ["curve"], "#points?curve=P-256&bits=1")).toEqual({ curve: "P-256" });
  for (const hash of ["", "#points", "#points?", "#points?bits=1"])
    expect(fromHash("points", ["curve"], hash)).toBeUndefined();
});
