/** docs/groth16.md: a published proof of snarkjs holds, and every changed one is refused. */
import { describe, expect, test } from "vitest";
import { verifier } from "../../docs/groth16.md";
import { decodeSnarkjs, encodeSnarkjs } from "../../src/formats.js";
import { Modulus } from "../../src/index.js";
import { Pairing } from "../../src/pairings.js";
import { key, proof, publicSignals } from "../shared/groth16.js";

const e = new Pairing("alt_bn128");
const { g1, g2, order } = e;
/** The check of one circuit. */
type Verify = (signals: readonly unknown[], of: unknown) => boolean;
const verify: Verify = verifier(key);
/** A point of the twist with x = (k, 0), outside the subgroup. */
function outside(): { x: readonly bigint[]; y: readonly bigint[] } {
  const f = new Modulus(g1.p);
  for (let k = 1n; ; k++) {
    // b = 3/(9 + u), where u² = −1
    const [c0, c1] = [f.add(k ** 3n, f.div(27n, 82n)), f.div(-3n, 82n)];
    const norm = f.sqrt(c0 * c0 + c1 * c1);
    const y0 = norm && (f.sqrt(f.div(c0 + norm, 2n)) ?? f.sqrt(f.div(c0 - norm, 2n)));
    if (y0) return { x: [k, 0n], y: [y0, f.div(c1, 2n * y0)] };
  }
}

const identity = { g1: encodeSnarkjs(g1, g1.identity), g2: encodeSnarkjs(g2, g2.identity) };

describe("a proof of snarkjs", () => {
  test("holds", () => {
    expect(verify(publicSignals, proof)).toBe(true);
  });

  test("is of these signals alone", () => {
    const signals = [[], ["34"], ["33", "33"], [String(33n + order)], ["033"], ["0x21"], ["-33"], [33], [null], [""]];
    for (const wrong of [...signals, ["9".repeat(100)]]) expect(verify(wrong, proof), String(wrong)).toBe(false);
  });

  test("with a point changed is refused", () => {
    const p = g1.p;
    const [x, y] = proof.pi_a as [string, string];
    const changes: Partial<Record<keyof typeof proof, unknown>>[] = [
      { pi_a: proof.pi_c },
      { pi_c: proof.pi_a },
      { pi_a: identity.g1 },
      { pi_b: identity.g2 },
      { pi_a: identity.g1, pi_b: identity.g2, pi_c: identity.g1 },
      { pi_a: ["0", "0", "1"] },
      { pi_a: ["0", "0", "0"] },
      { pi_a: [x, String(p - BigInt(y)), "1"] },
      { pi_a: [String(BigInt(x) + p), y, "1"] },
      { pi_a: [x, y, "2"] },
      { pi_a: [`0${x}`, y, "1"] },
      { pi_a: [x, y] },
      { pi_a: [Number(x), y, "1"] },
      { pi_a: null },
      { pi_b: proof.pi_a },
      { pi_b: [proof.pi_b[1], proof.pi_b[0], proof.pi_b[2]] },
      { pi_b: proof.pi_b.map(([a, b]) => [b, a]) },
    ];
    for (const change of changes)
      expect(verify(publicSignals, { ...proof, ...change }), JSON.stringify(change)).toBe(false);
  });

  test("with a point outside the subgroup is refused", () => {
    const P = outside();
    expect([g2.isOnCurve(P), g2.isInSubgroup(P)]).toEqual([true, false]);
    const pi_b = [P.x.map(String), P.y.map(String), ["1", "0"]];
    expect(verify(publicSignals, { ...proof, pi_b })).toBe(false);
    expect(() => decodeSnarkjs(g2, pi_b)).toThrow(expect.objectContaining({ code: "MODEXP_POINT" }));
    expect(() => verifier({ ...key, vk_gamma_2: pi_b })).toThrow(RangeError);
  });

  test("of a wrong key is refused", () => {
    const other = verifier({ ...key, vk_delta_2: key.vk_gamma_2 });
    expect(other(publicSignals, proof)).toBe(false);
    expect(() => verifier({ ...key, vk_alpha_1: ["1", "3", "1"] })).toThrow(RangeError);
  });

  test("can be changed into a second one", () => {
    // what the page says: (−A, −B, C)
    const [ax, ay] = proof.pi_a as [string, string];
    const negative = (text: string | undefined) => String(g1.p - BigInt(text ?? ""));
    const [bx, by, bz] = proof.pi_b;
    const second = { ...proof, pi_a: [ax, negative(ay), "1"], pi_b: [bx, by?.map(negative), bz] };
    expect(verify(publicSignals, second)).toBe(true);
  });
});
