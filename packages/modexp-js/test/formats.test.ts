/** Points in the formats of snarkjs, gnark and arkworks: published encodings, and bytes that are no point. */
import { describe, expect, test } from "vitest";
import { Curve } from "../src/curves.js";
import type { Curve as CurveOf } from "../src/formats.js";
import {
  decodeArkworks,
  decodeGnark,
  decodeSnarkjs,
  encodeArkworks,
  encodeGnark,
  encodeSnarkjs,
} from "../src/formats.js";
import { Pairing } from "../src/pairings.js";
import { key, powersOfTau } from "./shared/groth16.js";

const e = new Pairing("alt_bn128");
const { g1, g2 } = e;
const P = e.g1.p;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
const compressed = { compressed: true };
const invalid = expect.objectContaining({ name: "RangeError", code: "MODEXP_POINT" });

/** Compressed encodings of ±G2's generator that verification keys of gnark and of arkworks contain. */
const GNARK_G2 =
  "998e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed";
const ARKWORKS_G2 =
  "edf692d95cbdde46ddda5ef7d422436779445c5e66006a42761e1f12efde0018c212f3aeb785e49712e7a9353349aaf1255dfb31b7bf60723a480d9293938e19";

describe("published encodings", () => {
  test("the generators of alt_bn128 in gnark", () => {
    expect(hex(encodeGnark(g1, g1.g, compressed))).toBe(`80${"0".repeat(61)}1`);
    expect(hex(encodeGnark(g2, g2.g, compressed))).toBe(GNARK_G2);
    expect(hex(encodeGnark(g2, g2.negate(g2.g), compressed))).toBe(`d9${GNARK_G2.slice(2)}`);
    expect(hex(encodeGnark(g2, g2.identity, compressed))).toBe(`40${"0".repeat(126)}`);
  });

  test("the generators of alt_bn128 in arkworks", () => {
    expect(hex(encodeArkworks(g1, g1.g, compressed))).toBe(`01${"0".repeat(62)}`);
    expect(hex(encodeArkworks(g2, g2.g, compressed))).toBe(ARKWORKS_G2);
    expect(hex(encodeArkworks(g2, g2.negate(g2.g), compressed))).toBe(`${ARKWORKS_G2.slice(0, -2)}99`);
    expect(hex(encodeArkworks(g2, g2.identity, compressed))).toBe(`${"0".repeat(126)}40`);
  });

  test("the points of a ceremony, as snarkjs and arkworks write them", () => {
    const { alpha, beta, arkworks } = powersOfTau;
    expect(hex(encodeArkworks(g1, decodeSnarkjs(g1, alpha), compressed))).toBe(arkworks.alpha);
    expect(hex(encodeArkworks(g2, decodeSnarkjs(g2, beta), compressed))).toBe(arkworks.beta);
    expect(encodeSnarkjs(g1, decodeArkworks(g1, bytesOf(arkworks.alpha)))).toEqual(alpha);
    expect(encodeSnarkjs(g2, decodeArkworks(g2, bytesOf(arkworks.beta)))).toEqual(beta);
  });

  test("the value in a verification key of snarkjs", () => {
    const value = e.pair(decodeSnarkjs(g1, key.vk_alpha_1), decodeSnarkjs(g2, key.vk_beta_2));
    const coefficients = value.toCoefficients();
    expect(coefficients.map(String)).toEqual(key.vk_alphabeta_12.flat(2));
    expect(e.gt.fromCoefficients(coefficients).equals(value)).toBe(true);
    for (const wrong of [[], coefficients.slice(1), coefficients.with(0, 1n), coefficients.with(0, P), [-1n]]) {
      expect(() => e.gt.fromCoefficients(wrong)).toThrow(invalid);
    }
  });
});

const groups: readonly [name: string, group: CurveOf<bigint> | CurveOf<readonly bigint[]>][] = [
  ["G1 of alt_bn128", g1],
  ["G2 of alt_bn128", g2],
  ["G1 of BN254N", new Pairing("BN254N").g1],
  ["G2 of BLS12-381", new Pairing("BLS12-381").g2],
];

describe.each(groups)("%s", (_, group) => {
  // the cast: all calls of one group agree on the form of coordinates
  const curve = group as CurveOf<bigint>;
  const points = [curve.identity, ...[1n, 2n, 3n, 12345n, -1n, -12345n].map((k) => curve.multiply(k))];

  test("every form gives the point back", () => {
    for (const Q of points) {
      for (const options of [undefined, { compressed: false }, compressed]) {
        const [gnark, arkworks] = [encodeGnark(curve, Q, options), encodeArkworks(curve, Q, options)];
        expect(curve.equals(decodeGnark(curve, gnark), Q)).toBe(true);
        expect(curve.equals(decodeArkworks(curve, arkworks), Q)).toBe(true);
        const length = (options?.compressed ? 1 : 2) * curve.byteLength;
        expect([gnark.length, arkworks.length]).toEqual([length, length]);
      }
      expect(curve.equals(decodeSnarkjs(curve, JSON.parse(JSON.stringify(encodeSnarkjs(curve, Q)))), Q)).toBe(true);
    }
  });

  test("no changed bit is read as the same point", () => {
    const Q = curve.multiply(12345n);
    for (const [encode, decode] of [
      [encodeGnark, decodeGnark],
      [encodeArkworks, decodeArkworks],
    ] as const) {
      const bytes = encode(curve, Q, compressed);
      for (let bit = 0; bit < 8 * bytes.length; bit += bit < 8 || bit >= 8 * (bytes.length - 1) ? 1 : 61) {
        const changed = bytes.slice();
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        try {
          expect(curve.equals(decode(curve, changed), Q)).toBe(false);
        } catch (error) {
          expect(error).toMatchObject({ code: "MODEXP_POINT" });
        }
      }
    }
  });
});

describe("what is no point is refused", () => {
  const top = (flags: number, ...rest: number[]) => {
    const bytes = new Uint8Array(32);
    bytes[0] = flags;
    bytes.set(rest, 32 - rest.length);
    return bytes;
  };

  test("gnark", () => {
    const both = encodeGnark(g1, g1.g);
    for (const wrong of [
      new Uint8Array(0),
      new Uint8Array(1),
      new Uint8Array(32),
      top(0, 1),
      top(0x40, 1),
      top(0x80, 4), // 4³ + 3 is no square
      top(0xbf).fill(0xff, 1),
      both.slice(1),
      both.with(0, 0x80),
      both.with(63, 3),
      Uint8Array.of(...both, 0),
    ]) {
      expect(() => decodeGnark(g1, wrong), hex(wrong)).toThrow(invalid);
    }
  });

  test("arkworks", () => {
    const both = encodeArkworks(g1, g1.g);
    for (const wrong of [
      new Uint8Array(0),
      new Uint8Array(32),
      new Uint8Array(64),
      top(0x40, 1).reverse(),
      top(0xc0, 1).reverse(),
      top(0, 4).reverse(),
      both.slice(1),
      both.with(63, 0x40),
      both.with(32, 3),
      Uint8Array.of(...both, 0),
    ]) {
      expect(() => decodeArkworks(g1, wrong), hex(wrong)).toThrow(invalid);
    }
    // as arkworks reads it
    expect(g1.equals(decodeArkworks(g1, both.with(63, 0x80)), g1.g)).toBe(true);
  });

  test("snarkjs", () => {
    const texts: unknown[][] = [
      ["1", "3", "1"],
      ["0", "0", "1"],
      ["0", "0", "0"],
      ["1", "2", "0"],
      ["2", "4", "2"],
      [String(P + 1n), "2", "1"],
      ["01", "2", "1"],
      ["0x1", "2", "1"],
      ["-1", "2", "1"],
      [" 1", "2", "1"],
      ["", "2", "1"],
      ["9".repeat(1e6), "2", "1"],
    ];
    for (const wrong of texts) {
      expect(() => decodeSnarkjs(g1, wrong as string[]), String(wrong).slice(0, 80)).toThrow(
        expect.objectContaining({ name: "RangeError" }),
      );
    }
    for (const wrong of [["1", "2"], ["1", "2", "1", "1"], [1, 2, 1], [["1"], ["2"], ["1"]], "121", null]) {
      expect(() => decodeSnarkjs(g1, wrong as string[])).toThrow(expect.objectContaining({ code: "MODEXP_TYPE" }));
    }
    expect(() => decodeSnarkjs(g2, ["1", "2", "1"])).toThrow(expect.objectContaining({ code: "MODEXP_TYPE" }));
  });

  test("points of the twist outside the subgroup", () => {
    // x = 1 + c·u: the twist has more than 2^253 times as many points as the subgroup, so none of these is in it
    const found = [1, 2, 3, 4, 5].flatMap((c) => {
      const bytes = new Uint8Array(64);
      [bytes[0], bytes[31], bytes[63]] = [0x80, c, 1];
      try {
        decodeGnark(g2, bytes);
        return ["a point"];
      } catch (error) {
        return /multiple of the generator/.test((error as Error).message) ? ["outside"] : [];
      }
    });
    expect(new Set(found)).toEqual(new Set(["outside"]));
  });

  test("curves without two free bits, and what is no curve", () => {
    const curve = new Curve("P-256");
    expect(() => encodeGnark(curve, curve.g)).toThrow(
      /^p must leave two bits of its bytes for flags; this one leaves 0/,
    );
    for (const wrong of [null, {}, e, "alt_bn128"]) {
      expect(() => decodeArkworks(wrong as never, new Uint8Array(32))).toThrow(/^curve must be a Curve/);
    }
    expect(decodeSnarkjs(curve, encodeSnarkjs(curve, curve.g))).toEqual(curve.g);
  });
});
