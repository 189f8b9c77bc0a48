// Point arithmetic by definition, to check results.

const mod = (x, p) => ((x % p) + p) % p;

function inverse(a, p) {
  let [r, s, x, y] = [p, mod(a, p), 0n, 1n];
  while (s !== 0n) [r, s, x, y] = [s, r % s, y, x - (r / s) * y];
  return mod(x, p);
}

/** P + Q on y² = x³ + a·x + b modulo p, or on a binary curve; the identity is undefined. */
export function addPoints(curve, left, right) {
  if (curve.isBinary) return addBinaryPoints(curve, left, right);
  const { p, a } = curve;
  if (left === undefined || right === undefined) return left ?? right;
  const same = left.x === right.x;
  if (same && mod(left.y + right.y, p) === 0n) return undefined;
  const slope = same
    ? (3n * left.x * left.x + a) * inverse(2n * left.y, p)
    : (right.y - left.y) * inverse(right.x - left.x, p);
  const x = mod(slope * slope - left.x - right.x, p);
  return { x, y: mod(slope * (left.x - x) - left.y, p) };
}

/** k·P, one bit at a time. */
export function multiplyPoint(curve, k, point) {
  let sum;
  for (const bit of k.toString(2)) {
    sum = addPoints(curve, sum, sum);
    if (bit === "1") sum = addPoints(curve, sum, point);
  }
  return sum;
}

const degree = (a) => a.toString(2).length - 1;

function product(p, a, b) {
  const m = degree(p);
  let out = 0n;
  for (const bit of b.toString(2)) {
    out <<= 1n;
    if (out >> BigInt(m)) out ^= p;
    if (bit === "1") out ^= a;
  }
  return out;
}

function binaryInverse(p, a) {
  let [r, s, x, y] = [p, a, 0n, 1n];
  while (s !== 1n) {
    if (degree(r) < degree(s)) [r, s, x, y] = [s, r, y, x];
    const shift = BigInt(degree(r) - degree(s));
    [r, s, x, y] = [s, r ^ (s << shift), y, x ^ (y << shift)];
  }
  return product(p, 1n, y);
}

/** P + Q on y² + x·y = x³ + a·x² + b over GF(2^m); p is the field's polynomial. */
function addBinaryPoints({ p, a }, left, right) {
  if (left === undefined || right === undefined) return left ?? right;
  const times = (x, y) => product(p, x, y);
  const same = left.x === right.x;
  if (same && (left.y !== right.y || left.x === 0n)) return undefined;
  const slope = same
    ? left.x ^ times(left.y, binaryInverse(p, left.x))
    : times(left.y ^ right.y, binaryInverse(p, left.x ^ right.x));
  const x = times(slope, slope) ^ slope ^ a ^ (same ? 0n : left.x ^ right.x);
  return { x, y: times(slope, left.x ^ x) ^ x ^ left.y };
}

/** Whether a point is on a curve over GF(2^m). */
export function isOnBinaryCurve({ p, a, b }, { x, y }) {
  return product(p, y, y ^ x) === (product(p, product(p, x, x), x ^ a) ^ b);
}
