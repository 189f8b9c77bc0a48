/** Other spellings of names, and the guards. */
import { describe, expect, test } from "vitest";
import { binaryCurveNames, isBinaryCurveName } from "../src/binary-curves.js";
import { Curve, type CurveName, curveNames, isCurveName } from "../src/curves.js";
import { forks, isFork, precompiles } from "../src/evm.js";
import { group, groupNames, isGroupName } from "../src/groups.js";
import { historicalPairingNames, isHistoricalPairingName } from "../src/historical-pairings.js";
import { isPairingName, Pairing, pairingNames } from "../src/pairings.js";

/** Each kind: its names, its guard, and what the names mean for its call. */
const KINDS: readonly [kind: string, names: readonly string[], is: (name: unknown) => boolean][] = [
  ["curve", curveNames, isCurveName],
  ["binary curve", binaryCurveNames, isBinaryCurveName],
  ["pairing", pairingNames, isPairingName],
  ["historical pairing", historicalPairingNames, isHistoricalPairingName],
  ["group", groupNames, isGroupName],
  ["fork", forks, isFork],
];

describe.each(KINDS)("names of a %s", (_, names, is) => {
  test("are taken in any case, with and without hyphens", () => {
    for (const name of names) {
      for (const spelling of [name, name.toUpperCase(), name.toLowerCase(), name.replace(/[_-]/g, "")]) {
        expect(is(spelling), spelling).toBe(true);
      }
    }
  });

  test("have no two with one folded form", () => {
    expect(new Set(names.map((name) => name.toLowerCase().replace(/[ _-]/g, ""))).size).toBe(names.length);
  });

  test("are texts, and not those of any object", () => {
    for (const wrong of ["", "constructor", "__proto__", "p", "x".repeat(1e6), names, undefined, null, 5, {}]) {
      expect(is(wrong)).toBe(false);
    }
  });
});

test("curves by the names of SEC 2, ANSI and NIST are the same curves", () => {
  const same: readonly [CurveName, ...string[]][] = [
    ["P-192", "secp192r1", "prime192v1", "NIST P-192", "p192"],
    ["P-224", "secp224r1", "nistp224"],
    ["P-256", "secp256r1", "prime256v1", "NIST P-256", "p256", "P_256", "SECP256R1"],
    ["P-384", "secp384r1", "p384"],
    ["P-521", "secp521r1", "p521"],
    ["secp256k1", "K256", "P-256K", "secp256K1"],
    ["brainpoolP256r1", "brainpoolp256r1"],
  ];
  for (const [name, ...aliases] of same) {
    const { p, b } = new Curve(name);
    for (const alias of aliases) {
      if (!isCurveName(alias)) throw new Error(alias);
      const other = new Curve(alias);
      expect([other.p, other.b], alias).toEqual([p, b]);
    }
  }
});

test("BN254 is Ethereum's curve; MIRACL's keeps its name, and bn256, which means two curves, is none", () => {
  const { order } = new Pairing("alt_bn128");
  for (const alias of ["BN254", "bn128", "altbn254"] as const) {
    const e = new Pairing(alias);
    expect([e.name, e.order]).toEqual(["alt_bn128", order]);
  }
  expect(new Pairing("BN254N").order).not.toBe(order);
  expect(isPairingName("bn256")).toBe(false);
});

test("groups by their numbers in IKE, forks by the names of clients", () => {
  expect(group("modp14")).toBe(group("modp2048"));
  expect(group("modp18").p).toBe(group("modp8192").p);
  const addresses = (of: Parameters<typeof precompiles>[0]) => [...precompiles(of).keys()];
  expect(addresses("Osaka")).toEqual(addresses("osaka"));
  expect(addresses({ fork: "pectra" })).toEqual(addresses("prague"));
  expect(addresses("merge")).toEqual(addresses("paris"));
});

test("an unknown name has a suggestion if one is near", () => {
  const messageOf = (name: string) => {
    try {
      return String(new Curve(name as CurveName));
    } catch (error) {
      expect(error).toMatchObject({ name: "TypeError", code: "MODEXP_UNKNOWN_NAME" });
      return (error as Error).message;
    }
  };
  expect(messageOf("secp256k2")).toContain('did you mean "secp256k1"?');
  expect(messageOf("P-265")).toContain('did you mean "P-256"?');
  expect(messageOf("curve25519")).toBe(
    `there is no curve "curve25519"; pass one of ${curveNames.join(", ")}, or parameters`,
  );
});
