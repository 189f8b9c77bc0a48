/** `modexp curve`: multiples and coordinates of points. */
import { Curve, curveNames } from "../curves.js";
import type { Bytes } from "../limbs/bytes.js";
import type { Format } from "./numbers.js";

/** A name that the caller may get wrong: `Curve` says what is right. */
type Name = ConstructorParameters<typeof Curve>[0];

/** How a point is printed. */
export interface PointFormat {
  readonly compressed: boolean;
  readonly json: boolean;
  readonly format: Format;
}

/** The names of all curves, one a line. */
export function list(json: boolean): string {
  return json ? `${JSON.stringify(curveNames)}\n` : `${curveNames.join("\n")}\n`;
}

/** k·P for an encoding of P, or for the generator. */
export function multiply(name: string, k: bigint, encoding: Bytes | undefined, options: PointFormat): string {
  using curve = new Curve(name as Name);
  const P = encoding === undefined ? curve.g : curve.decode(encoding);
  return print(curve, curve.multiply(k, P), options, "encoding");
}

/** The coordinates of an encoded point. */
export function decode(name: string, encoding: Bytes, options: PointFormat): string {
  using curve = new Curve(name as Name);
  return print(curve, curve.decode(encoding), options, "coordinates");
}

function print(
  curve: Curve,
  point: { readonly x: bigint; readonly y: bigint },
  { compressed, json, format }: PointFormat,
  what: "encoding" | "coordinates",
): string {
  const [x, y] = [format(point.x), format(point.y)];
  const encoding = Buffer.from(curve.encode(point, { compressed })).toString("hex");
  if (json) return `${JSON.stringify({ x, y, encoding })}\n`;
  return what === "encoding" ? `${encoding}\n` : `${x}\n${y}\n`;
}
