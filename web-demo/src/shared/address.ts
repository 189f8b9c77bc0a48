/** The state of a part of the page in the address, `#points?curve=P-256`: a link brings it back. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** Named values of a part, as texts. */
export type Fields<Name extends string = string> = Readonly<Record<Name, string>>;

/** The address may change so often: browsers allow about three changes a second. */
const EVERY_MS = 400;

/** The part of the address from # on. */
export function toHash(id: string, fields: Fields): string {
  return `#${id}?${new URLSearchParams(fields)}`;
}

/** The values that the address gives to the part `id`, of those in `names`; undefined if it gives none. */
export function fromHash<Name extends string>(
  id: string,
  names: readonly Name[],
  hash: string,
): Partial<Fields<Name>> | undefined {
  const start = `#${id}?`;
  if (!hash.startsWith(start)) return undefined;
  const query = new URLSearchParams(hash.slice(start.length));
  const found = names.filter((name) => query.has(name)).map((name) => [name, query.get(name)]);
  return found.length > 0 ? (Object.fromEntries(found) as Partial<Fields<Name>>) : undefined;
}

/**
 * The values of the part `id`, which the address keeps once they change, and how to change them. `allowed` are the values that a field may
 * have, if not all.
 */
export function useAddress<Name extends string>(
  id: string,
  initial: Fields<Name>,
  allowed: Partial<Record<Name, readonly string[]>> = {},
): [fields: Fields<Name>, change: (some: Partial<Fields<Name>>) => void] {
  const read = () => {
    const linked = fromHash(id, Object.keys(initial) as Name[], location.hash) ?? {};
    const entries = Object.entries(linked) as [Name, string][];
    return Object.fromEntries(entries.filter(([name, value]) => allowed[name]?.includes(value) ?? true)) as Partial<
      Fields<Name>
    >;
  };
  const [fields, setFields] = useState<Fields<Name>>(() => ({ ...initial, ...read() }));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((some: Partial<Fields<Name>>) => {
    setFields((before) => {
      const next = { ...before, ...some };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => history.replaceState(null, "", toHash(id, next)), EVERY_MS);
      return next;
    });
  }, []);
  useEffect(() => {
    const follow = () => setFields((before) => ({ ...before, ...read() }));
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
      clearTimeout(timer.current);
    };
  }, []);
  return [fields, change];
}
