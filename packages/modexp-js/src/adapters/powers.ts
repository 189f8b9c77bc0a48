/** Modular powers on another library's integers. What an adapter adds is how they are known, read and written. */

import { isRevoked, limitOf, show } from "../api/validate.js";
import * as modexp from "../index.js";
import { typeError } from "../limbs/errors.js";
import { type Limits, MAX_BITS, tooLong } from "../limbs/limit.js";

/** The integers of a library, known by their structure: a project may have several copies of it. */
export interface Integers<T> {
  /** What an error says to pass. */
  readonly wanted: string;
  is(value: unknown): boolean;
  /** Bits of its absolute value, told without converting it. */
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

/** An integer as a bigint: by hexadecimal text, which both libraries and engines read and write in linear time. */
export function fromHex(value: { toString(radix: number): string }): bigint {
  const text = value.toString(16);
  return text.startsWith("-") ? -BigInt(`0x${text.slice(1)}`) : BigInt(`0x${text}`);
}

/** x ≥ 0 of the class of `like`, whose constructor takes a text and its radix. */
export function toHex<T extends object>(x: bigint, like: T): T {
  return new (like.constructor as new (text: string, radix: number) => T)(x.toString(16), 16);
}

/** Where a method that this package put in place keeps what it replaced: another copy of the package finds it there too. */
const PATCH = Symbol.for("modexp.patch");

interface Patch {
  readonly own: (...args: never[]) => unknown;
  /** How many installs of it are not undone. */
  installs: number;
}

/**
 * Puts a method in the place of `owner[name]`; returns what takes it back. `make` gets the library's own, for what this
 * package refuses and the library takes: negative and endless numbers. Installed twice it is one method, which goes with the last undo.
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
      // others may have kept it
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
