/** The codes of errors. A program reads the code, which stays the same. The message is for people, and may change. */

/**
 * The `code` of every error that the package throws:
 *
 * | code | meaning |
 * |---|---|
 * | `MODEXP_TYPE` | an argument or option is of the wrong type |
 * | `MODEXP_UNKNOWN_NAME` | this version knows no curve, pairing, group, fork or tier of that name |
 * | `MODEXP_RANGE` | a number is too small or too large |
 * | `MODEXP_TOO_LONG` | a number is longer than `maxBits`, or than the tables of a fixed base: not wrong, only longer than allowed |
 * | `MODEXP_LENGTHS` | two lists that belong together have different lengths |
 * | `MODEXP_NO_INVERSE` | a number and the modulus, or two moduli, have a common factor |
 * | `MODEXP_PRIMES` | these are not two or more different odd primes, or a modulus of square roots is no prime |
 * | `MODEXP_MODULUS` | the product of the primes is not the modulus that was passed: one of these numbers was damaged |
 * | `MODEXP_NO_PUBLIC_EXPONENT` | d is the inverse of no public exponent: d belongs to other primes, or one of these numbers was damaged |
 * | `MODEXP_NO_RANDOM` | random bytes are missing |
 * | `MODEXP_NOT_VERIFIED` | a result did not verify and was withheld: a fault of the machine, or numbers that are no primes |
 * | `MODEXP_DISPOSED` | the object was disposed of |
 * | `MODEXP_POINT` | these are no coordinates of a point of the curve and its subgroup, or no encoding of one |
 * | `MODEXP_CURVE` | the parameters of a curve do not belong together, or tables are of another curve |
 * | `MODEXP_MEMORY` | the memory is too small |
 * | `MODEXP_TABLES` | these are no saved tables, or they are damaged or of another version |
 * | `MODEXP_ENGINE` | this engine cannot run what was asked for |
 * | `MODEXP_PANIC` | machine code of `modexp-native` stopped at an error of its own: please report it |
 * | `MODEXP_LOAD` | a .wasm file could not be had, or is none of the package's |
 * | `MODEXP_NOT_READY` | `modexp/slim` before `init` |
 * | `MODEXP_WORKERS` | threads of a pool could not be started, or died over a calculation |
 * | `MODEXP_OUT_OF_GAS` | the precompile costs more than `gasLimit`: the call fails and takes all gas |
 * | `MODEXP_FORK_LIMIT` | a number is longer than the fork allows: the call fails and takes all gas |
 * | `MODEXP_PRECOMPILE_LENGTH` | the input of a precompile has the wrong length: the call fails and takes all gas |
 * | `MODEXP_PRECOMPILE_ENCODING` | a number is not below its modulus, or bytes encode no point: the call fails and takes all gas |
 * | `MODEXP_PRECOMPILE_NOT_ON_CURVE` | a point is not on the curve: the call fails and takes all gas |
 * | `MODEXP_PRECOMPILE_NOT_IN_SUBGROUP` | a point is not in the subgroup: the call fails and takes all gas |
 * | `MODEXP_PRECOMPILE_HASH` | a versioned hash is not that of the commitment: the call fails and takes all gas |
 * | `MODEXP_PRECOMPILE_PROOF` | a proof does not hold: the call fails and takes all gas |
 */
export type ErrorCode =
  | "MODEXP_TYPE"
  | "MODEXP_UNKNOWN_NAME"
  | "MODEXP_RANGE"
  | "MODEXP_TOO_LONG"
  | "MODEXP_LENGTHS"
  | "MODEXP_NO_INVERSE"
  | "MODEXP_PRIMES"
  | "MODEXP_MODULUS"
  | "MODEXP_NO_PUBLIC_EXPONENT"
  | "MODEXP_NO_RANDOM"
  | "MODEXP_NOT_VERIFIED"
  | "MODEXP_DISPOSED"
  | "MODEXP_POINT"
  | "MODEXP_CURVE"
  | "MODEXP_MEMORY"
  | "MODEXP_TABLES"
  | "MODEXP_ENGINE"
  | "MODEXP_PANIC"
  | "MODEXP_LOAD"
  | "MODEXP_NOT_READY"
  | "MODEXP_WORKERS"
  | "MODEXP_OUT_OF_GAS"
  | "MODEXP_FORK_LIMIT"
  | "MODEXP_PRECOMPILE_LENGTH"
  | "MODEXP_PRECOMPILE_ENCODING"
  | "MODEXP_PRECOMPILE_NOT_ON_CURVE"
  | "MODEXP_PRECOMPILE_NOT_IN_SUBGROUP"
  | "MODEXP_PRECOMPILE_HASH"
  | "MODEXP_PRECOMPILE_PROOF";

/** An error of the package: a TypeError, a RangeError or an Error, with a code. */
export interface ModexpError extends Error {
  /** The kind of error, for programs. */
  readonly code: ErrorCode;
}

/** Adds the code to an error. */
function coded<E extends Error>(error: E, code: ErrorCode): E & ModexpError {
  return Object.assign(error, { code });
}

/** The error for an argument or option of the wrong type. */
export function typeError(message: string, options?: ErrorOptions): TypeError & ModexpError {
  return coded(new TypeError(message, options), "MODEXP_TYPE");
}

/** The error for a name that this version does not know, or for a value that is no name. */
export function unknownName(message: string): TypeError & ModexpError {
  return coded(new TypeError(message), "MODEXP_UNKNOWN_NAME");
}

/** The error for a number that is too small or too large, or for the case of `code`. */
export function rangeError(message: string, code: ErrorCode = "MODEXP_RANGE", options?: ErrorOptions): ModexpError {
  return coded(new RangeError(message, options), code);
}

/** The error for anything except the value of an argument. */
export function failure(message: string, code: ErrorCode, options?: ErrorOptions): ModexpError {
  return coded(new Error(message, options), code);
}

/**
 * Adds a code to an error from elsewhere. One that takes none, for example a frozen one, becomes the cause of a new
 * error.
 */
export function withCode(error: unknown, code: ErrorCode): unknown {
  // not by assignment: a DOMException inherits a code of its own that cannot be set
  const own = { value: code, enumerable: true, configurable: true, writable: true };
  if (error instanceof Error && Reflect.defineProperty(error, "code", own)) return error;
  return failure(error instanceof Error ? error.message : "something else than an error was thrown", code, {
    cause: error,
  });
}
