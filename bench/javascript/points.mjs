// Multiples of points by modexp/curves and its alternatives. Results are x and y, or only x.
import { createECDH, getCurves, webcrypto } from "node:crypto";
import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { brainpoolP256r1 } from "@noble/curves/misc.js";
import { p256, p384, p521 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import elliptic from "elliptic";
import { Curve } from "modexp/curves";
import native from "secp256k1";
import * as tiny from "tiny-secp256k1";
import { open, secret } from "../src/contenders.mjs";
import { CURVE_NAMES, curveNamed } from "../src/curves.mjs";

const NOBLE = { "P-256": p256, "P-384": p384, "P-521": p521, secp256k1, brainpoolP256r1 };
const ELLIPTIC = {
  "P-192": "p192",
  "P-224": "p224",
  "P-256": "p256",
  "P-384": "p384",
  "P-521": "p521",
  secp256k1: "secp256k1",
};
const OPENSSL = {
  secp160r1: "secp160r1",
  "P-192": "prime192v1",
  "P-224": "secp224r1",
  "P-256": "prime256v1",
  "P-384": "secp384r1",
  "P-521": "secp521r1",
  secp256k1: "secp256k1",
  brainpoolP256r1: "brainpoolP256r1",
  "B-163": "sect163r2",
  "B-233": "sect233r1",
  "B-283": "sect283r1",
  "B-571": "sect571r1",
  "K-163": "sect163k1",
  "K-233": "sect233k1",
  "K-283": "sect283k1",
  "K-571": "sect571k1",
};
const WEB = ["P-256", "P-384", "P-521"];

/** The curve with the problem's p and point; two binary curves share a field. */
const curveOf = ({ m, bases: [x, y] }) =>
  CURVE_NAMES.map(curveNamed).find(({ p, curve }) => p === m && curve.isOnCurve({ x, y }));

export function pointsByUs({ kind, m, bases: [x, y], exponents: [k, l] }) {
  const { curve } = curveOf({ m, bases: [x, y] });
  const read = (point) => [point.x, point.y];
  const p = { x, y };
  if (kind === "multiple") {
    return [
      secret("Curve.multiply", () => curve.multiply(k, p), read),
      open("Curve.multiplyVartime", () => curve.multiplyVartime(k, p), read),
    ];
  }
  if (kind === "msm") {
    const both = [
      [k, l],
      [p, curve.g],
    ];
    return [
      secret("Curve.msm", () => curve.msm(...both), read),
      open("Curve.msmVartime", () => curve.msmVartime(...both), read),
    ];
  }
  const tables = curve.fixedBase(p);
  return [
    secret("Curve.fixedBase multiply", () => tables.multiply(k), read),
    open("Curve.fixedBase multiplyVartime", () => tables.multiplyVartime(k), read),
  ];
}

/** noble's multiplications with a table use windows of 8 bits, also for the generator if it has tables. */
export function pointsByNoble({ kind, m, bases: [x, y], exponents: [k, l] }) {
  const { name, isBinary, p, a, b, order, g } = curveOf({ m, bases: [x, y] });
  if (isBinary) return [];
  const Point = NOBLE[name]?.Point ?? weierstrass({ p, n: order, h: 1n, a, b, Gx: g.x, Gy: g.y });
  const read = (point) => [point.x, point.y];
  const [P, G] = [Point.fromAffine({ x, y }), Point.fromAffine(g)];
  const call = (verb) => `@noble/curves ${verb}`;
  if (kind === "multiple") {
    return [
      // constant-time according to its author, as far as BigInt is
      secret(call("multiply"), () => P.multiply(k), read),
      open(call("multiplyUnsafe"), () => P.multiplyUnsafe(k), read),
    ];
  }
  if (kind === "msm") {
    return [open(call("multiplyUnsafe twice"), () => P.multiplyUnsafe(k).add(G.multiplyUnsafe(l)), read)];
  }
  P.precompute(8, false);
  return [secret(call("precompute, multiply"), () => P.multiply(k), read)];
}

export function pointsByElliptic({ kind, m, bases, exponents }) {
  const { name, isBinary, p, a, b, order, g } = curveOf({ m, bases });
  if (isBinary) return [];
  const hex = (x) => x.toString(16);
  const named = ELLIPTIC[name];
  const curve = named
    ? elliptic.ec(named).curve
    : new elliptic.curve.short({
        p: hex(p),
        a: hex(a),
        b: hex(b),
        n: hex(order),
        g: [hex(g.x), hex(g.y)],
        gRed: false,
      });
  const P = curve.point(...bases.map(hex));
  const G = curve.point(hex(g.x), hex(g.y));
  const numbers = exponents.map((x) => new curve.n.constructor(hex(x), 16));
  const [k, l] = numbers;
  const read = (point) => [point.getX(), point.getY()].map((x) => BigInt(`0x${x.toString(16)}`));
  if (kind === "multiple") return [open("elliptic mul", () => P.mul(k), read)];
  if (kind === "msm") return [open("elliptic mulAdd", () => P.mulAdd(k, G, l), read)];
  P.precompute();
  return [open("elliptic precompute, mul", () => P.mul(k), read)];
}

const toBytes = (x, length) => Buffer.from(x.toString(16).padStart(2 * length, "0"), "hex");
const fromBytes = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);

/** A problem of secp256k1 for libraries that take bytes. */
function inBytes({ bases, exponents, ...problem }) {
  const { name, g } = curveOf({ bases, ...problem });
  if (name !== "secp256k1") return undefined;
  const encoded = (x, y) => Buffer.concat([Uint8Array.of(4), toBytes(x, 32), toBytes(y, 32)]);
  return { P: encoded(...bases), G: encoded(g.x, g.y), scalars: exponents.map((scalar) => toBytes(scalar, 32)) };
}

const fromEncoded = (point) => [fromBytes(point.subarray(1, 33)), fromBytes(point.subarray(33))];

/** libsecp256k1 in WebAssembly. */
export function pointsByTiny({ kind, ...problem }) {
  const encoded = inBytes(problem);
  if (encoded === undefined || kind === "fixed-multiple") return [];
  const { P, G, scalars } = encoded;
  const [k, l] = scalars;
  const multiply = (point, scalar) => tiny.pointMultiply(point, scalar, false);
  if (kind === "multiple") return [open("tiny-secp256k1 pointMultiply", () => multiply(P, k), fromEncoded)];
  const both = () => tiny.pointAdd(multiply(P, k), multiply(G, l), false);
  return [open("tiny-secp256k1 pointMultiply twice, pointAdd", both, fromEncoded)];
}

/** libsecp256k1 as an addon. */
export function pointsBySecp256k1({ kind, ...problem }) {
  const encoded = inBytes(problem);
  if (encoded === undefined || kind === "fixed-multiple") return [];
  const { P, G, scalars } = encoded;
  const [k, l] = scalars;
  // it multiplies in place
  const multiply = (point, scalar) => native.publicKeyTweakMul(Uint8Array.from(point), scalar, false);
  const hashfn = (x) => Uint8Array.from(x);
  if (kind === "multiple") {
    return [
      secret("secp256k1 ecdh", () => native.ecdh(P, k, { hashfn }, new Uint8Array(32)), fromBytes),
      open("secp256k1 publicKeyTweakMul", () => multiply(P, k), fromEncoded),
    ];
  }
  const both = () => native.publicKeyCombine([multiply(P, k), multiply(G, l)], false);
  return [open("secp256k1 publicKeyTweakMul twice, publicKeyCombine", both, fromEncoded)];
}

/** Secrets shared with P, by native code: no multiplication in JavaScript. */
export async function pointsByPlatform({ kind, m, bases: [x, y], exponents: [k] }) {
  const { name, p, order, g } = curveOf({ m, bases: [x, y] });
  if (kind !== "multiple") return [];
  const length = Math.ceil(p.toString(2).length / 8);
  const list = [];
  const other = Buffer.concat([Uint8Array.of(4), toBytes(x, length), toBytes(y, length)]);
  // Bun's library has only four curves
  if (getCurves().includes(OPENSSL[name])) {
    const exchange = createECDH(OPENSSL[name]);
    exchange.setPrivateKey(toBytes(k, Math.ceil(order.toString(2).length / 8)));
    list.push(secret("node:crypto ECDH", () => exchange.computeSecret(other), fromBytes));
  }
  if (WEB.includes(name)) {
    const algorithm = { name: "ECDH", namedCurve: name };
    const { subtle } = webcrypto;
    const text = (number) => toBytes(number, length).toString("base64url");
    const own = new Curve(name).multiply(k, g);
    const jwk = { kty: "EC", crv: name, d: text(k), x: text(own.x), y: text(own.y) };
    const [privateKey, publicKey] = await Promise.all([
      subtle.importKey("jwk", jwk, algorithm, false, ["deriveBits"]),
      subtle.importKey("raw", other, algorithm, false, []),
    ]);
    const derive = () => subtle.deriveBits({ name: "ECDH", public: publicKey }, privateKey, null);
    list.push({ ...secret("WebCrypto deriveBits", derive, fromBytes), isAsync: true });
  }
  return list;
}
