/** Diffie–Hellman with points in a worker: by modexp, by noble on BigInt, and by WebCrypto if it has the curve. */
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expose } from "comlink";
import { createCurves, type Point } from "modexp/curves/async";
import { fromBytes, literal, randomBelow, shortHex, toBytes } from "../shared/numbers.js";
import { type Say, timedOften } from "./line.js";
import { multiple } from "./python.js";

const BY_BIGINT = { "P-256": p256.Point, secp256k1: secp256k1.Point } as const;

export type CurveName = keyof typeof BY_BIGINT;

const BYTES = 32;
const xOf = ({ x }: Pick<Point, "x">) => `x = ${shortHex(x)}`;

const api = {
  /** Two secrets, two public points, and the shared point of both sides. */
  async agree(name: CurveName, say: Say): Promise<boolean> {
    const { Curve } = await createCurves();
    const curve = new Curve(name);
    const [a, b] = [randomBelow(curve.order), randomBelow(curve.order)];
    const A = await timedOften(say, "Alice draws a secret a and sends A = a·G", () => curve.multiply(a), xOf);
    const B = await timedOften(say, "Bob draws a secret b and sends B = b·G", () => curve.multiply(b), xOf);
    const shared = await timedOften(say, "Alice computes a·B", () => curve.multiply(a, B), xOf);
    const forBob = await timedOften(say, "Bob computes b·A", () => curve.multiply(b, A), xOf);
    const checks: [what: string, passed: boolean][] = [
      ["Both hold the same point, which nobody has sent", shared.x === forBob.x && shared.y === forBob.y],
    ];

    const noble = BY_BIGINT[name].fromAffine(B);
    const byNoble = await timedOften(say, "noble computes a·B on BigInt", () => noble.multiply(a).toAffine(), xOf);
    checks.push(["noble comes to the same point", byNoble.x === shared.x && byNoble.y === shared.y]);

    if (name === "P-256" && crypto.subtle) {
      const derive = await secretByWebCrypto(a, A, B);
      const x = await timedOften(say, "WebCrypto derives x in native code", derive, (x) => `x = ${shortHex(x)}`);
      checks.push(["WebCrypto comes to the same x", x === shared.x]);
    }
    const python = multiple(`${literal(a)}*${literal(b)}%${literal(curve.order)}`, curve, curve.g);
    for (const [what, passed] of checks) say({ what, passed, python });
    return checks.every(([, passed]) => passed);
  },
};

/** Creates a function that computes the x of a·B. */
async function secretByWebCrypto(a: bigint, A: Point, B: Point): Promise<() => Promise<bigint>> {
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  const text = (x: bigint) =>
    btoa(String.fromCharCode(...toBytes(x, BYTES)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const publicJwk = ({ x, y }: Point) => ({ kty: "EC", crv: "P-256", x: text(x), y: text(y) });
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey("jwk", { ...publicJwk(A), d: text(a) }, algorithm, false, ["deriveBits"]),
    crypto.subtle.importKey("jwk", publicJwk(B), algorithm, false, []),
  ]);
  return async () => {
    const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, privateKey, 8 * BYTES);
    return fromBytes(new Uint8Array(bits));
  };
}

export type Points = typeof api;
expose(api);
