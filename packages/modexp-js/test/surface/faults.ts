/** Places in arguments, values to put there, and the outcomes of calls. */
import { internal, type Subject } from "./subjects.js";

/** A place in arguments: the keys that lead to it. */
export type Place = readonly (string | number)[];

/** The outcome of a call: its result as text, or the thrown value. */
export type Outcome = { readonly answer: string } | { readonly thrown: unknown };

const BUILT_IN: ReadonlySet<unknown> = new Set([
  ...[Object, Function, Array, Map, Set, Promise].map(({ prototype }) => prototype),
  ...[Object.getPrototypeOf(Uint8Array.prototype), Uint8Array.prototype],
]);

/** Members that TypeScript hides from users: no declaration has them. */
const PROTECTED: ReadonlySet<string> = new Set(["constructor", "own", "number", "exponent", "arithmetic"]);

/** The names of all calls of an object, including its class. */
export function callsOf(target: unknown): string[] {
  const names = new Set<string>();
  const isModule = Object.prototype.toString.call(target) === "[object Module]";
  for (let from = target; from !== null && !BUILT_IN.has(from); from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) {
      // other getters belong to instances, and take no arguments
      const value = isModule ? Reflect.get(from as object, name) : Object.getOwnPropertyDescriptor(from, name)?.value;
      if (typeof value === "function" && !PROTECTED.has(name)) names.add(name);
    }
  }
  return [...names].sort();
}

/** Whether an object has its own calls, and is not a value of a library or of the engine. */
export function hasCalls(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && callsOf(value).length > 0;
}

/** Makes the call; a class with `new`. */
export async function outcomeOf(target: unknown, name: string, args: readonly unknown[]): Promise<Outcome> {
  try {
    const result = await made(target, name, args);
    const answer = text(result);
    if (hasCalls(result)) (result as { dispose?: () => void }).dispose?.();
    return { answer };
  } catch (thrown) {
    return { thrown };
  }
}

export function made(target: unknown, name: string, args: readonly unknown[]): unknown {
  const call = (target as Record<string, unknown>)[name] as (...args: readonly unknown[]) => unknown;
  if (/^class\b/.test(Function.prototype.toString.call(call))) return Reflect.construct(call, args);
  return Reflect.apply(call, target, args);
}

/** A result as comparable text. */
export function text(value: unknown): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value as unknown[], text).join()}]`;
  if (value instanceof Map) return `keys ${[...value.keys()].join()}`;
  if (typeof value !== "object" || value === null) return typeof value === "function" ? "a function" : String(value);
  const own = value as Record<string, unknown> & { toBytes?: () => Uint8Array };
  if (typeof own.toBytes === "function" && own.constructor.name.startsWith("Gt")) return text(own.toBytes());
  if (value.toString !== Object.prototype.toString) return String(value);
  const parts = Object.entries(value).filter(([, part]) => typeof part !== "function" && !hasCalls(part));
  return `${value.constructor?.name} {${parts.map(([key, part]) => `${key}: ${text(part)}`).join()}}`;
}

/** Whether it may hold getters: a list, or a plain object. */
function isContainer(value: unknown): value is object {
  if (Array.isArray(value)) return Object.getPrototypeOf(value) === Array.prototype;
  if (typeof value !== "object" || value === null) return false;
  // points that calls returned have a prototype, and are plain when they are copied
  return Object.getPrototypeOf(value) === Object.prototype || callsOf(value).join() === "toJSON";
}

/** All places in arguments, including the arguments themselves. */
export function placesIn(value: unknown, path: Place = []): Place[] {
  const inner = isContainer(value) ? Object.entries(value) : [];
  return inner.flatMap(([key, part]) => [[...path, key], ...placesIn(part, [...path, key])]);
}

/** The value at a place. */
export function at(args: unknown, place: Place): unknown {
  return place.reduce((from, key) => (from as Record<string, unknown>)[key], args);
}

/** The arguments with the property `descriptor(right value)` at the place; frozen points are copied. */
export function withProperty(
  args: readonly unknown[],
  place: Place,
  descriptor: (right: unknown) => PropertyDescriptor,
): readonly unknown[] {
  const copy = (value: unknown, [key, ...rest]: Place): unknown => {
    if (key === undefined) return value;
    const own = Array.isArray(value) ? [...value] : { ...(value as object) };
    const right = (value as Record<string, unknown>)[key];
    if (rest.length > 0) Reflect.set(own, key, copy(right, rest));
    else Object.defineProperty(own, key, { enumerable: true, configurable: true, ...descriptor(right) });
    return own;
  };
  return copy(args, place) as readonly unknown[];
}

/** The arguments with a different value at the place. */
export const withValue = (args: readonly unknown[], place: Place, value: unknown) =>
  withProperty(args, place, () => ({ value, writable: true }));

/** All disposable objects in arguments. */
export function disposablesIn(value: unknown): { dispose(): void }[] {
  if (Array.isArray(value)) return value.flatMap(disposablesIn);
  const isOne = typeof value === "object" && value !== null && typeof Reflect.get(value, "dispose") === "function";
  return isOne ? [value as { dispose(): void }] : [];
}

/** All bytes in arguments. */
export function bytesIn(value: unknown): Uint8Array[] {
  if (value instanceof Uint8Array) return [value];
  return Array.isArray(value) ? value.flatMap(bytesIn) : [];
}

/** The calls of a subject with arguments. */
export function rowsOf({ calls }: Subject): [name: string, args: () => readonly unknown[]][] {
  return Object.entries(calls).filter(([, args]) => args !== internal && args().length > 0);
}
