/** Errors for refusals of WebAssembly, which name the argument. */
import { type ErrorCode, failure, type ModexpError, rangeError } from "../limbs/errors.js";
import * as codes from "../wasm/curves.js";
import { Refusal } from "../wasm/instance.js";
import { badModulus, badOrder, type Kind } from "./parameters.js";

/** The result of a call. If it is refused, `about` returns the name of the argument, or makes the error. */
export function answer<T>(call: () => T, about: () => string | ((code: number) => ModexpError)): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const name = about();
    throw typeof name === "string" ? ofArgument(error.code, name) : name(error.code);
  }
}

/** The code of the refusal of a call; undefined if the call has a result. */
export function refusalOf(call: () => unknown): number | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return undefined;
}

/** The result of a call on points. If it is refused, the error names the first wrong point by `name(i)`, by default `Ps[i]`. */
export function onPoints<T>(
  curve: codes.WasmCurve,
  points: readonly codes.StagedPoint[],
  call: (curve: codes.WasmCurve) => T,
  name: (i: number) => string = (i) => `Ps[${i}]`,
): T {
  return answer(
    () => call(curve),
    () => {
      const i = firstRefused(curve, points);
      const code = refusalOf(() => curve.negate(points[i]));
      return (other) => ofArgument(code ?? other, name(i));
    },
  );
}

/** The index of the first refused point of a refused list. Bisects, because a list is checked faster than its points one by one. */
function firstRefused(curve: codes.WasmCurve, points: readonly codes.StagedPoint[]): number {
  let [from, to] = [0, points.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (refusalOf(() => curve.bases(points.slice(from, middle)).free()) === undefined) from = middle;
    else to = middle;
  }
  return from;
}

/** Why a precompiled contract fails. */
export interface PrecompileFailure {
  readonly code: ErrorCode;
  readonly reason: string;
}

/** The failure of a contract by the code of WebAssembly. */
export function failureOf(code: number): PrecompileFailure {
  switch (code) {
    case codes.BAD_COORDINATE:
      return { code: "MODEXP_PRECOMPILE_ENCODING", reason: "a number is not below its modulus" };
    case codes.NOT_ON_CURVE:
      return { code: "MODEXP_PRECOMPILE_NOT_ON_CURVE", reason: "a point is not on the curve" };
    case codes.NOT_IN_SUBGROUP:
      return { code: "MODEXP_PRECOMPILE_NOT_IN_SUBGROUP", reason: "a point is not in the subgroup" };
    case codes.BAD_LENGTH:
      return { code: "MODEXP_PRECOMPILE_LENGTH", reason: "the input has the wrong length" };
    case codes.WRONG_HASH:
      return { code: "MODEXP_PRECOMPILE_HASH", reason: "the versioned hash is not that of the commitment" };
    case codes.NOT_VERIFIED:
      return { code: "MODEXP_PRECOMPILE_PROOF", reason: "the proof does not hold" };
    default:
      return { code: "MODEXP_PRECOMPILE_ENCODING", reason: "these are no numbers and points in its encoding" };
  }
}

function ofArgument(code: number, name: string): ModexpError {
  switch (code) {
    case codes.BAD_COORDINATE:
      return rangeError(`${name} must have coordinates from 0 to p − 1, or to 2^m − 1 over GF(2^m)`, "MODEXP_POINT");
    case codes.NOT_ON_CURVE:
      return rangeError(`${name} must be a point of the curve: x and y that satisfy its equation`, "MODEXP_POINT");
    case codes.NOT_IN_SUBGROUP:
      return rangeError(
        `${name} must be a multiple of the generator; it is a point outside the subgroup`,
        "MODEXP_POINT",
      );
    case codes.TABLE_VERSION:
      return failure(`${name} are tables of another version; save them again with toBytes`, "MODEXP_TABLES");
    case codes.OTHER_CURVE:
      return rangeError(`${name} are tables of a point of another curve; pass that curve`, "MODEXP_CURVE");
    case codes.BAD_ENCODING:
      return rangeError(
        `${name} must be 04, x, y, or 02 or 03, x, each coordinate in as many bytes as p has, or 00 (for BLS12-381 as ZCash writes it)`,
        "MODEXP_POINT",
      );
    default:
      return failure(
        `${name} are no saved tables, or they are damaged; make them again with fixedBase`,
        "MODEXP_TABLES",
      );
  }
}

/** The error for a code about the parameters of a curve. */
export function ofParameters(
  code: number,
  [p, , , order]: codes.StagedParameters,
  { modulus, regular }: Kind,
): ModexpError {
  switch (code) {
    case codes.BAD_PRIME:
      return badModulus(p, modulus);
    case codes.SINGULAR:
      return rangeError(`the curve is singular; pass a and b with ${regular}`, "MODEXP_CURVE");
    case codes.NOT_ON_CURVE:
      return rangeError("g must be a point of the curve: x and y that satisfy its equation", "MODEXP_POINT");
    default:
      return badOrder(order);
  }
}
