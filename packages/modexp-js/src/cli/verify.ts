/** `modexp verify`: whether the files of the package are whole, and compute right on this machine. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { CURVES_TIERS, PAIRINGS_TIERS, supports, TIERS } from "../api/tier.js";
import { createModexp } from "../async.js";
import { createCurves as createBinaryCurves } from "../binary-curves-async.js";
import { createCurves } from "../curves-async.js";
import { createPairings } from "../pairings-async.js";

const FOLDER = new URL("../wasm/", import.meta.url);

/** The prime 2^521 − 1. No square is 3 modulo it. */
const P521 = 2n ** 521n - 1n;
/** x of 2·G on P-256. */
const TWICE = 0x7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978n;

/** A check, and why it failed if it did. */
interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly error?: string;
}

/** Checks all, and prints a line for each or JSON. */
export async function verify(json: boolean): Promise<{ readonly text: string; readonly ok: boolean }> {
  const checks: Check[] = [];
  for (const [name, isRight] of [...sums(), ...calculations()]) {
    try {
      checks.push({ name, ok: await isRight() });
    } catch (error) {
      checks.push({ name, ok: false, error: (error as Error).message });
    }
  }
  const lines = checks.map(({ name, ok, error }) => `${ok ? "ok   " : "WRONG"}  ${name}${error ? `: ${error}` : ""}\n`);
  return { text: json ? `${JSON.stringify(checks)}\n` : lines.join(""), ok: checks.every(({ ok }) => ok) };
}

type Work = readonly [name: string, isRight: () => boolean | Promise<boolean>];

/** The files, by their sums. */
function sums(): Work[] {
  const lines = readFileSync(new URL("SHA256SUMS", FOLDER), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [sum, file = ""] = line.split("  ");
    return [
      file,
      () =>
        createHash("sha256")
          .update(readFileSync(new URL(file, FOLDER)))
          .digest("hex") === sum,
    ];
  });
}

/** A known result of each kind, with each module that this engine runs. */
function calculations(): Work[] {
  return [
    ...TIERS.filter(supports).map(
      (tier): Work => [
        `a power, ${tier}`,
        async () => (await createModexp({ tier })).modPow(3n, (P521 - 1n) / 2n, P521) === P521 - 1n,
      ],
    ),
    ...CURVES_TIERS.filter(supports).map(
      (tier): Work => [
        `a point of P-256, ${tier}`,
        async () => new (await createCurves({ tier })).Curve("P-256").multiply(2n).x === TWICE,
      ],
    ),
    ...PAIRINGS_TIERS.filter(supports).map(
      (tier): Work => [
        `a pairing on BLS12-381, ${tier}`,
        async () => {
          const e = new (await createPairings({ tier })).Pairing("BLS12-381");
          const [P, Q] = [e.g1.g, e.g2.g];
          // e(2P, 3Q)·e(−6P, Q) = 1, and e(P, Q) is not 1
          const pairs = [[e.g1.multiply(2n), e.g2.multiply(3n)] as const, [e.g1.multiply(-6n), Q] as const];
          return e.isOne(pairs) && !e.pair(P, Q).isOne();
        },
      ],
    ),
    ...(supports("simd")
      ? [
          [
            "a point of B-283, simd",
            async () => {
              const curve = new (await createBinaryCurves()).Curve("B-283");
              const G = curve.g;
              return curve.isIdentity(curve.add(curve.multiply(curve.order - 1n), G));
            },
          ] as const,
        ]
      : []),
  ];
}
