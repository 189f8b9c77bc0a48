/** The groups against OpenSSL's, the published vectors', and the properties that the RFCs state. */
import { createDiffieHellmanGroup } from "node:crypto";
import { describe, expect, test } from "vitest";
import { group, groupNames } from "../src/groups.js";
import { modPowVartime } from "../src/index.js";
import { PUBLIC, readVectors } from "./shared/files.js";

describe("groups", () => {
  test.each([
    ["modp768", "modp1"],
    ["modp1024", "modp2"],
    ["modp1536", "modp5"],
    ["modp2048", "modp14"],
    ["modp3072", "modp15"],
    ["modp4096", "modp16"],
    ["modp6144", "modp17"],
    ["modp8192", "modp18"],
  ] as const)("%s is OpenSSL's %s", (name, theirs) => {
    const { p, g } = group(name);
    const known = createDiffieHellmanGroup(theirs);
    expect(p.toString(16)).toBe(known.getPrime("hex"));
    expect(g).toBe(BigInt(`0x${known.getGenerator("hex")}`));
  });

  test.each(groupNames)(
    "%s: a prime of its length by Fermat's test, with p = 2q + 1, and a generator of that order",
    (name) => {
      const { p, g, order, rfc } = group(name);
      expect(p.toString(2).length).toBe(Number(name.replace(/\D+/, "")));
      expect(group(name)).toBe(group(name));
      expect([2409, 3526, 5054, 7919]).toContain(rfc);
      expect(modPowVartime(g, order, p)).toBe(1n);
      expect(modPowVartime(3n, p - 1n, p)).toBe(1n);
      const q = p >> 1n;
      expect(modPowVartime(3n, q - 1n, q)).toBe(1n);
      expect(modPowVartime(g, q, p)).toBe(rfc === 5054 ? p - 1n : 1n);
    },
  );

  test("unknown names are refused", () => {
    expect(() => group("modp2049" as "modp2048")).toThrow(
      'there is no group "modp2049"; did you mean "modp2048"? Pass',
    );
    expect(() => group("toString" as "modp2048")).toThrow(TypeError);
  });

  test.skipIf(PUBLIC === undefined)("published primes", () => {
    const vectors = new Map(readVectors(PUBLIC as string, "groups.jsonl").map(({ name, p }) => [name, String(p)]));
    for (const name of groupNames) {
      // the list has a typo for SRP: one more digit at the end
      const digits = vectors.get(name.replace("srp", "modp/srp/"))?.replace(/^0x/, "");
      expect(digits?.startsWith(group(name).p.toString(16)), name).toBe(true);
    }
  });
});
