/** Modular powers on the integers of other libraries. An adapter recognizes, reads and writes them. */

import { isRevoked, limitOf, show } from "../api/validate.js";
import * as modexp from "../index.js";
import { typeError } from "../limbs/errors.js";
import { type Limits, MAX_BITS, tooLong } from "../limbs/length.js";

/** The integers of a library, recognized by their structure: a project may have several copies of the library. */
export interface Integers<T> {
  /** The description of a valid argument, for errors. */
  readonly wanted: string;
  is(value: unknown): boolean;
  /** Bits of its absolute value, without a conversion. */
  bitLength(value: T): number;
  toBigInt(value: T): bigint;
  /** x ≥ 0, of the class of `like`. */
  fromBigInt<N extends T>(x: bigint, like: N): N;
}

/** base^exponent mod modulus on integers of a library; the result is of the class of the base. */
export type Power<T> = <N extends T>(base: N, exponent: T, modulus: T, limits?: Limits) => N;

/** `modPow` and `modPowVartime` on these integers. */
export function powers<T>(integers: Integers<T>): { readonly modPow: Power<T>; readonly modPowVartime: Power<T> } {
  const read = (value: T, name: string, limit: number): bigint => {
    if (isRevoked(value) || !integers.is(value))
      throw typeError(`${name} must be ${integers.wanted}, got ${show(value)}`);
    const bits = integers.bitLength(value);
    if (bits > limit) throw tooLong(name, bits, limit);
    return integers.toBigInt(value);
  };
  const on =
    (call: typeof modexp.modPow): Power<T> =>
    (base, exponent, modulus, limits) => {
      const maxBits = limitOf(limits, MAX_BITS);
      const [b, e] = [read(base, "base", maxBits), read(exponent, "exponent", maxBits)];
      return integers.fromBigInt(call(b, e, read(modulus, "modulus", maxBits), { maxBits }), base);
    };
  return { modPow: on(modexp.modPow), modPowVartime: on(modexp.modPowVartime) };
}

/** Whether it has methods of these names. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === "function");
}

/** An integer as a bigint, by hexadecimal text: libraries and engines read and write it in linear time. */
export function fromHex(value: { toString(radix: number): string }): bigint {
  const text = value.toString(16);
  return text.startsWith("-") ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

/** x ≥ 0 in the class of `like`. Its constructor takes a text and the radix. */
export function toHex<T extends object>(x: bigint, like: T): T {
  return new (like.constructor as new (text: string, radix: number) => T)(x.toString(16), 16);
}

/** The key under which an installed method keeps its `Patch`. Other copies of the package find it, too. */
const PATCH = Symbol.for("modexp.patch");

interface Patch {
  readonly own: (...args: never[]) => unknown;
  /** The number of installs that are not undone. */
  installs: number;
}

/**
 * Replaces the method `owner[name]`; returns a function that undoes this. `make` gets the library's own method for numbers that this
 * package refuses and the library takes: negative and very long ones. The last undo of several removes it.
 */
export function replaceMethod<This, Args extends unknown[], Result>(
  owner: object,
  name: string,
  make: (own: (self: This, ...args: Args) => Result) => (self: This, ...args: Args) => Result,
): () => void {
  const before = Reflect.get(owner, name) as ((this: This, ...args: Args) => Result) & { [PATCH]?: Patch };
  const patch: Patch = before[PATCH] ?? { own: before, installs: 0 };
  if (before[PATCH] === undefined) {
    const call = make((self, ...args) => before.apply(self, args));
    const method = function (this: This, ...args: Args): Result {
      // other code may still hold this method after the last undo
      return patch.installs > 0 ? Reflect.apply(call, undefined, [this, ...args]) : before.apply(this, args);
    };
    Reflect.set(owner, name, Object.assign(method, { [PATCH]: patch }));
  }
  patch.installs++;
  let isUndone = false;
  return () => {
    if (isUndone) return;
    isUndone = true;
    patch.installs--;
    const now = Reflect.get(owner, name) as { [PATCH]?: Patch };
    if (patch.installs === 0 && now[PATCH] === patch) Reflect.set(owner, name, patch.own);
  };
}
