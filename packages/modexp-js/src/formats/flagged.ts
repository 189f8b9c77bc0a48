/**
 * Points in the encodings of gnark and arkworks, which have flags in two bits above a coordinate: whether y is the larger of y and −y, and
 * whether the point is the identity. gnark's is big-endian, with the highest coefficient first, arkworks's the reverse.
 *
 * Both libraries encode BLS12-381 as ZCash does, as `curve.encode` too.
 */
import { ownOptions, show, toBytes } from "../api/validate.js";
import { toCurve } from "../curves/any-copy.js";
import type { Curve, EncodeOptions } from "../curves/curve.js";
import type { Point } from "../curves/points.js";
import type { Bytes } from "../limbs/bytes.js";
import { type ModexpError, rangeError, typeError } from "../limbs/errors.js";
import { bitLength } from "../limbs/length.js";
import { coefficientsOf, isZero } from "./coordinates.js";

const FLAGS = 0xc0;

/** Flags of gnark; without any, the encoding has both coordinates. */
const GNARK = { identity: 0x40, smaller: 0x80, larger: 0xc0 };
/** Flags of arkworks. */
const ARKWORKS = { identity: 0x40, smaller: 0, larger: 0x80 };

/**
 * P as gnark-crypto encodes it: x and y, or x and flags (`{ compressed: true }`).
 *
 * @throws TypeError and RangeError as `curve.encode`, and RangeError if p leaves no two bits for flags.
 * @example
 * const { g1 } = new Pairing("alt_bn128");
 * encodeGnark(g1, g1.g, { compressed: true })[0]; // 0x80
 */
export function encodeGnark<C>(curve: Curve<C>, P: Point<C>, options?: EncodeOptions): Bytes {
  const isCompressed = compressedOf(options);
  if (isLikeZcash(curve)) return curve.encode(P, { compressed: isCompressed }) as Bytes;
  const [bytes, flags] = bothOf(curve, P, GNARK);
  if (!isCompressed) return bytes;
  const x = bytes.slice(0, curve.byteLength);
  x[0] = (x[0] ?? 0) | flags;
  return x;
}

/**
 * The point of an encoding of gnark-crypto in either form. It is checked like any other.
 *
 * @throws TypeError if `bytes` is no Uint8Array; RangeError if they are no encoding of a point of the subgroup.
 * @example
 * const { g2 } = new Pairing("alt_bn128");
 * g2.equals(decodeGnark(g2, encodeGnark(g2, g2.g)), g2.g); // true
 */
export function decodeGnark<C>(curve: Curve<C>, bytes: Uint8Array): Point<C> {
  const given = toBytes(bytes, "bytes");
  if (isLikeZcash(curve)) return curve.decode(given);
  const { byteLength } = curve;
  const plain = given.slice();
  const flags = takeFlags(plain, 0);
  const isZeros = plain.every((byte) => byte === 0);
  if (plain.length === 2 * byteLength && flags === 0) return isZeros ? curve.identity : fromBoth(curve, plain);
  if (plain.length !== byteLength || flags === 0) throw wrong(byteLength);
  if (flags !== GNARK.identity) return fromX(curve, plain, flags === GNARK.larger);
  if (!isZeros) throw wrong(byteLength);
  return curve.identity;
}

/**
 * P as arkworks's `serialize_uncompressed` does it: x and y, little-endian, with flags above y; or x with flags, as
 * `serialize_compressed` (`{ compressed: true }`).
 *
 * @throws TypeError and RangeError as `encodeGnark`.
 * @example
 * const { g1 } = new Pairing("alt_bn128");
 * encodeArkworks(g1, g1.g, { compressed: true })[0]; // 1
 */
export function encodeArkworks<C>(curve: Curve<C>, P: Point<C>, options?: EncodeOptions): Bytes {
  const isCompressed = compressedOf(options);
  if (isLikeZcash(curve)) return curve.encode(P, { compressed: isCompressed }) as Bytes;
  const [bytes, flags] = bothOf(curve, P, ARKWORKS);
  const out = reversed(isCompressed ? bytes.slice(0, curve.byteLength) : bytes, curve.byteLength);
  out[out.length - 1] = (out.at(-1) ?? 0) | flags;
  return out;
}

/**
 * The point of an encoding of arkworks in either form. It is checked like any other. As in arkworks, the flag for y counts only in the
 * compressed form, so that this reads x and y in little-endian bytes without flags too.
 *
 * @throws TypeError and RangeError as `decodeGnark`.
 * @example
 * const { g2 } = new Pairing("alt_bn128");
 * g2.equals(decodeArkworks(g2, encodeArkworks(g2, g2.g)), g2.g); // true
 */
export function decodeArkworks<C>(curve: Curve<C>, bytes: Uint8Array): Point<C> {
  const given = toBytes(bytes, "bytes");
  if (isLikeZcash(curve)) return curve.decode(given);
  const { byteLength } = curve;
  const isCompressed = given.length === byteLength;
  if (!isCompressed && given.length !== 2 * byteLength) throw wrong(byteLength);
  const plain = reversed(given, byteLength);
  const flags = takeFlags(plain, isCompressed ? 0 : byteLength);
  const isZeros = plain.every((byte) => byte === 0);
  if (flags === FLAGS || isZeros !== (flags === ARKWORKS.identity)) throw wrong(byteLength);
  if (isZeros) return curve.identity;
  return isCompressed ? fromX(curve, plain, flags === ARKWORKS.larger) : fromBoth(curve, plain);
}

function compressedOf(options?: EncodeOptions): boolean {
  const { compressed = false } = ownOptions(options, ["compressed"], "{ compressed: true }");
  if (typeof compressed !== "boolean") throw typeError(`compressed must be true or false, got ${show(compressed)}`);
  return compressed;
}

/** Whether the curve has ZCash's encoding. If not, p must leave two bits for flags. */
function isLikeZcash<C>(curve: Curve<C>): boolean {
  const { g, p, byteLength } = toCurve(curve);
  if (curve.encode(g, { compressed: true }).length === byteLength) return true;
  const spare = (8 * byteLength) / coefficientsOf(g.x).length - bitLength(p);
  if (spare < 2) throw rangeError(`p must leave two bits of its bytes for flags; this one leaves ${spare}`);
  return false;
}

/** x and y of P, big-endian, and the flags of its compressed encoding. */
function bothOf<C>(curve: Curve<C>, P: Point<C>, flags: typeof GNARK): [xy: Bytes, flags: number] {
  const point = curve.checked(P);
  if (isZero(point)) return [new Uint8Array(2 * curve.byteLength), flags.identity];
  return [curve.encode(point).slice(1) as Bytes, isLarger(curve, point) ? flags.larger : flags.smaller];
}

/** Whether y is above −y. The highest coefficient that is not 0 decides. */
function isLarger<C>({ p }: Curve<C>, { y }: Point<C>): boolean {
  const highest = [...coefficientsOf(y)].reverse().find((coefficient) => coefficient !== 0n) ?? 0n;
  return 2n * highest > p;
}

function fromX<C>(curve: Curve<C>, x: Uint8Array, larger: boolean): Point<C> {
  const P = curve.decodeX(x);
  return isLarger(curve, P) === larger ? P : curve.negate(P);
}

function fromBoth<C>(curve: Curve<C>, xy: Uint8Array): Point<C> {
  const encoded = new Uint8Array(1 + xy.length);
  encoded[0] = 4;
  encoded.set(xy, 1);
  return curve.decode(encoded);
}

/** The two highest bits of byte `at`, which become zeros. */
function takeFlags(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  bytes[at] = byte & ~FLAGS;
  return byte & FLAGS;
}

/** Each coordinate in the reverse order of bytes. */
function reversed(bytes: Uint8Array, byteLength: number): Bytes {
  const out = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += byteLength) {
    out.set(bytes.slice(at, at + byteLength).reverse(), at);
  }
  return out;
}

function wrong(byteLength: number): ModexpError {
  return rangeError(
    `bytes must be x with flags in ${byteLength} bytes, or x and y in ${2 * byteLength}, as the library encodes a point`,
    "MODEXP_POINT",
  );
}
