/** Checks of curves for every tier of every engine; they throw. */
import type { Curve, CurveName, Curves, Point } from "../../src/curves.js";
import { Random } from "./random.js";

/** A record of published data; numbers are hexadecimal, byte strings have no 0x. */
export type CurveRecord = { readonly source: string; readonly curve: string } & (
  | { kind: "multiple"; k: string; x: string; y: string; px?: string; py?: string }
  | { kind: "point"; x: string; y: string; valid: boolean }
  | { kind: "signature"; e: string; r: string; s: string; x: string; y: string; valid: boolean }
  | { kind: "encoded signature"; e: string; sig: string; key: string; valid: boolean }
  | {
      kind: "agreement";
      k: string;
      other: string;
      ourX: string;
      ourY: string;
      x: string;
      y: string;
      z: string;
      hashed: boolean;
      valid: boolean;
    }
  | { kind: "ecdh"; k: string; key: string; shared: string; result: string }
  | { kind: "parameters"; numbers: readonly string[]; cofactor: number }
  | { kind: "nothing"; valid: boolean }
);

function same(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new Error(`${what}: got ${found}, not ${wanted}`);
}

function samePoint(found: Point, wanted: Point, what: string): void {
  same(found.x, wanted.x, `${what}, x`);
  same(found.y, wanted.y, `${what}, y`);
}

function isRefused(call: () => unknown, what: string): void {
  try {
    call();
  } catch (error) {
    if (error instanceof RangeError) return;
    throw error;
  }
  throw new Error(`${what} is not refused`);
}

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Curves by name, made once for each instance. */
export type Kept = Map<string, Curve>;

function kept(curves: Curves, all: Kept, name: string): Curve {
  const curve = all.get(name) ?? new curves.Curve(name as CurveName);
  all.set(name, curve);
  return curve;
}

/** Checks one record. */
export function checkCurveRecord(curves: Curves, all: Kept, record: CurveRecord): unknown {
  const what = JSON.stringify(record);
  if (record.kind === "nothing") return same(record.valid, false, what);
  if (record.kind === "parameters") return checkParameters(curves, all, record.curve, record, what);
  const curve = kept(curves, all, record.curve);
  const point = (x: string, y: string) => ({ x: BigInt(x), y: BigInt(y) });
  switch (record.kind) {
    case "multiple": {
      const { k, x, y, px, py } = record;
      const base = px === undefined || py === undefined ? curve.g : point(px, py);
      const wanted = point(x, y);
      samePoint(curve.multiply(BigInt(k), base), wanted, what);
      samePoint(curve.multiplyVartime(BigInt(k), base), wanted, what);
      const bytes = fromHex(
        BigInt(k)
          .toString(16)
          .padStart(2 * curve.byteLength, "0"),
      );
      same(toHex(curve.multiplyBytes(bytes, curve.encode(base))), toHex(curve.encode(wanted)), what);
      return undefined;
    }
    case "point": {
      const given = point(record.x, record.y);
      same(curve.isOnCurve(given), record.valid, what);
      if (!record.valid) isRefused(() => curve.multiply(3n, given), what);
      return undefined;
    }
    case "signature": {
      const { e, r, s, x, y } = record;
      return same(verifies(curve, e, BigInt(r), BigInt(s), point(x, y)), record.valid, what);
    }
    case "encoded signature": {
      const { e, sig, key, valid } = record;
      const length = Math.ceil(curve.order.toString(2).length / 8);
      const half = (from: number) => BigInt(`0x${sig.slice(from, from + 2 * length)}`);
      const q = curve.decode(fromHex(key));
      const found = sig.length === 4 * length && verifies(curve, e, half(0), half(2 * length), q);
      return same(found, valid, what);
    }
    case "agreement": {
      const { k, other, ourX, ourY, x, y, z, hashed, valid } = record;
      const [ours, theirs] = [point(ourX, ourY), point(x, y)];
      const equal = (p: Point, q: Point) => p.x === q.x && p.y === q.y;
      const keys = equal(curve.multiply(BigInt(k)), ours) && equal(curve.multiply(BigInt(other)), theirs);
      const agrees = curve.isInSubgroup(theirs) && curve.multiply(BigInt(k), theirs).x === BigInt(`0x${z}`);
      return same(keys && agrees && hashed, valid, what);
    }
    case "ecdh": {
      const { k, key, shared, result } = record;
      const scalar = fromHex(k.length % 2 === 0 ? k : `0${k}`);
      const secret = () => toHex(curve.multiplyBytes(scalar, fromHex(key)).subarray(1, 1 + curve.byteLength));
      if (result === "valid") return same(secret(), shared, what);
      if (result === "invalid") return isRefused(secret, what);
      try {
        same(secret(), shared, what);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
      return undefined;
    }
  }
}

/** Verifies an ECDSA signature, FIPS 186-4, section 6.4. */
function verifies(curve: Curve, e: string, r: bigint, s: bigint, q: Point): boolean {
  const n = curve.order;
  if (r <= 0n || r >= n || s <= 0n || s >= n) return false;
  // the identity is not a public key
  if (!curve.isInSubgroup(q) || (q.x === 0n && q.y === 0n)) return false;
  const excess = Math.max(4 * e.length - n.toString(2).length, 0);
  const w = inverse(s, n);
  const [u1, u2] = [((BigInt(`0x${e}`) >> BigInt(excess)) * w) % n, (r * w) % n];
  const sum = curve.msmVartime([u1, u2], [curve.g, q]);
  samePoint(curve.msm([u1, u2], [curve.g, q]), sum, "msm in constant time");
  return !(sum.x === 0n && sum.y === 0n) && sum.x % n === r;
}

function inverse(a: bigint, n: bigint): bigint {
  let [r, next, x, y] = [n, a % n, 0n, 1n];
  while (next !== 0n) [r, next, x, y] = [next, r % next, y, x - (r / next) * y];
  return ((x % n) + n) % n;
}

function checkParameters(
  curves: Curves,
  all: Kept,
  name: string,
  { numbers, cofactor }: { numbers: readonly string[]; cofactor: number },
  what: string,
): void {
  const [p = 0n, a = 0n, b = 0n, order = 0n, x = 0n, y = 0n] = numbers.map(BigInt);
  const of = { p, a, b, order, cofactor, g: { x, y } };
  const curve = new curves.Curve(of);
  samePoint(curve.multiply(order), curve.identity, what);
  const k = 0xfedcba98765432100123456789abcdef42n;
  const names = ["P-192", "P-224", "P-256", "P-384", "P-521", "secp160r1", "secp256k1", "brainpoolP256r1"];
  if (names.includes(name) || /^[BK]-/.test(name))
    samePoint(kept(curves, all, name).multiply(k), curve.multiply(k), what);
  curve.dispose();
  const bad = [
    { ...of, p: p + 2n },
    { ...of, b: (b + 1n) % p },
    { ...of, order: order + 2n },
    { ...of, cofactor: cofactor + 1 },
    { ...of, g: { x: (x + 1n) % p, y } },
    { ...of, g: { x: p, y } },
    { ...of, a: p },
  ];
  for (const each of bad) isRefused(() => new curves.Curve(each), `${what} with a parameter changed`);
}

/** Affine arithmetic by the definition of the group. */
export class Reference {
  constructor(
    readonly p: bigint,
    readonly a: bigint,
  ) {}

  add(P: Point, Q: Point): Point {
    const { p } = this;
    if (P.x === 0n && P.y === 0n) return Q;
    if (Q.x === 0n && Q.y === 0n) return P;
    if (P.x === Q.x && (P.y + Q.y) % p === 0n) return { x: 0n, y: 0n };
    const slope =
      P.x === Q.x
        ? (3n * P.x * P.x + this.a) * inverse((2n * P.y) % p, p)
        : (Q.y - P.y + p) * inverse((Q.x - P.x + p) % p, p);
    const x = (((slope * slope - P.x - Q.x) % p) + p) % p;
    return { x, y: (((slope * (P.x - x) - P.y) % p) + p) % p };
  }

  multiply(k: bigint, P: Point): Point {
    let sum: Point = { x: 0n, y: 0n };
    for (const bit of k.toString(2)) {
      sum = this.add(sum, sum);
      if (bit === "1") sum = this.add(sum, P);
    }
    return sum;
  }
}

/** Checks all exceptional operands in every call of one curve; returns the number of compared results. */
export function checkExceptions(curve: Curve, reference = new Reference(curve.p, curve.a)): number {
  const { order: n, g, identity } = curve;
  const ones = (1n << BigInt(n.toString(2).length)) - 1n;
  const scalars = [0n, 1n, 2n, n - 1n, n, n + 1n, 2n * n, ones, -1n, -n, (1n << 640n) - 1n];
  const h = reference.multiply(7n, g);
  const points = [g, identity, h, curve.negate(g), reference.multiply(n >> 1n, g)];
  const mod = (k: bigint) => ((k % n) + n) % n;
  const known = new Map<string, Point>();
  const multiple = (k: bigint, i: number): Point => {
    const key = `${mod(k)} ${i}`;
    const found = known.get(key) ?? reference.multiply(mod(k), points[i] ?? g);
    known.set(key, found);
    return found;
  };
  let compared = 0;
  const is = (found: Point, wanted: Point, what: string) => {
    samePoint(found, wanted, what);
    compared++;
  };

  for (const [i, P] of points.entries()) {
    const tables = [curve.fixedBase(P), curve.fixedBase(P, { tableBytes: 1 })];
    for (const k of scalars) {
      const wanted = multiple(k, i);
      const what = `${k}·P${i}`;
      is(curve.multiply(k, P), wanted, what);
      is(curve.multiplyVartime(k, P), wanted, what);
      for (const table of tables) {
        is(table.multiply(k), wanted, what);
        is(table.multiplyVartime(k), wanted, what);
      }
      if (k >= 0n) {
        const hex = k.toString(16);
        const bytes = fromHex(hex.padStart(hex.length + (hex.length % 2), "0"));
        is(curve.decode(curve.multiplyBytes(bytes, curve.encode(P))), wanted, what);
      }
      for (const [j, Q] of points.entries()) {
        const sum = reference.add(wanted, multiple(k + 1n, j));
        is(curve.msm([k, k + 1n], [P, Q]), sum, `${what} + ${k + 1n}·Q`);
        is(curve.msmVartime([k, k + 1n], [P, Q]), sum, `${what} + ${k + 1n}·Q`);
      }
    }
    const multiples = curve.multiplyMany(
      scalars,
      scalars.map(() => P),
    );
    for (const [j, k] of scalars.entries()) is(multiples[j] ?? g, multiple(k, i), `many: ${k}·P${i}`);
    for (const table of tables) {
      const all = table.multiplyMany(scalars);
      for (const [j, k] of scalars.entries()) is(all[j] ?? g, multiple(k, i), `tables: ${k}·P${i}`);
      table.dispose();
    }
    for (const Q of points) is(curve.add(P, Q), reference.add(P, Q), "P + Q");
    is(curve.add(P, P), reference.add(P, P), "P + P");
    is(curve.add(P, curve.negate(P)), identity, "P − P");
    for (const compressed of [false, true]) is(curve.decode(curve.encode(P, { compressed })), P, "decode(encode(P))");
    same(curve.isOnCurve(P) && curve.isInSubgroup(P), true, `P${i} is a point`);
  }
  is(curve.msm([], []), identity, "no terms");
  same(curve.multiplyMany([], []).length, 0, "no terms");
  return compared;
}

/** Checks sums of random scalars and points with many terms; returns the number of compared results. */
export function checkSums(curve: Curve, seed: number, reference = new Reference(curve.p, curve.a)): number {
  const random = new Random(seed);
  let compared = 0;
  for (const count of [1, 2, 3, 5, 9, 40]) {
    const ks = Array.from({ length: count }, () => random.uniform(640) % curve.order);
    const points = curve.multiplyMany(
      ks.map((k) => k + 3n),
      ks.map(() => curve.g),
    );
    const wanted = reference.multiply(
      ks.reduce((sum, k) => (sum + k * (k + 3n)) % curve.order, 0n),
      curve.g,
    );
    const length = curve.byteLength;
    const packed = new Uint8Array(2 * length * count);
    for (const [i, P] of points.entries()) packed.set(curve.encode(P).subarray(1), 2 * length * i);
    samePoint(curve.msm(ks, points), wanted, `msm of ${count}`);
    samePoint(curve.msmVartime(ks, points), wanted, `msmVartime of ${count}`);
    samePoint(curve.msm(ks, packed), wanted, `msm of ${count}, packed`);
    const bases = curve.bases(points);
    samePoint(bases.msmVartime(ks), wanted, `msmVartime of ${count} bases`);
    bases.dispose();
    compared += 4;
  }
  return compared;
}
