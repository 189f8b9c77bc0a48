/** docs/ethereum.md: the inputs that the objects for ethereumjs refuse. */
import { expect, test } from "vitest";
import { bls, bn254 } from "../../docs/ethereum.md";

const P_BN254 = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n;
const P_BLS = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

/** Concatenated numbers of `length` bytes each. */
const words = (length: number, ...numbers: bigint[]) =>
  Uint8Array.from(Buffer.from(numbers.map((x) => x.toString(16).padStart(2 * length, "0")).join(""), "hex"));

// a coordinate as large as p, points off the curve, and points of the curve outside the subgroup
const rootOfFour = P_BLS - 2n;
test.each([
  ["add", () => bn254.add(words(32, P_BN254, 0n))],
  ["add", () => bn254.add(words(32, 1n, 3n))],
  ["mul", () => bn254.mul(words(32, 1n, P_BN254 + 2n, 5n))],
  ["pairing", () => bn254.pairing(words(32, 1n, 2n))],
  ["pairing", () => bn254.pairing(words(32, 1n, 2n, 1n, 0n, 0n, 1n))],
  ["addG1", () => bls.addG1(words(64, P_BLS, 0n, 0n, 0n))],
  ["addG1", () => bls.addG1(words(64, 0n, 1n, 0n, 0n))],
  ["addG1", () => bls.addG1(words(64, 0n, 2n))],
  ["mulG1", () => bls.mulG1(Uint8Array.of(...words(64, 0n, 2n), ...words(32, 3n)))],
  ["msmG1", () => bls.msmG1(Uint8Array.of(...words(64, 0n, rootOfFour), ...words(32, 3n)))],
  ["msmG1", () => bls.msmG1(new Uint8Array(0))],
  ["msmG2", () => bls.msmG2(words(64, 1n, 0n, 1n, 0n))],
  ["pairingCheck", () => bls.pairingCheck(words(64, 0n, 2n, 0n, 0n, 0n, 0n))],
  ["pairingCheck", () => bls.pairingCheck(new Uint8Array(383))],
  ["mapFPtoG1", () => bls.mapFPtoG1(words(64, P_BLS))],
  ["mapFP2toG2", () => bls.mapFP2toG2(words(64, 0n, P_BLS))],
])("%s refuses", (_, call) => {
  expect(call).toThrow(expect.objectContaining({ name: "RangeError", code: expect.stringMatching(/^MODEXP_/) }));
});

// addition does not check the subgroup (EIP-2537): (0, 2) has order 3, so its double is its negative
test("a point outside the subgroup can be added, not multiplied", () => {
  expect(bls.addG1(words(64, 0n, 2n, 0n, 2n))).toEqual(words(64, 0n, rootOfFour));
  expect(bn254.add(words(32, 0n, 0n, 0n, 0n))).toEqual(new Uint8Array(64));
});
