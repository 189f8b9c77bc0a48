/** Names of curves, pairings, groups and forks: other spellings, and the nearest name to an unknown one. */
import { unknownName } from "../limbs/errors.js";
import { show } from "./validate.js";

/** The names of one kind. */
export interface Names<N extends string> {
  /** The kind, for errors. */
  readonly kind: string;
  readonly names: readonly N[];
  /** Names that other programs use, by their folded form. */
  readonly aliases: Readonly<Record<string, N>>;
}

/** A longer text is no name, and is not compared with the names. */
const MOST_CHARACTERS = 32;

/** Typing errors up to which a name is suggested. */
const MOST_ERRORS = 2;

/** The name that `given` means; undefined if there is none. Letter case, spaces, `-`, `_` and a leading NIST do not count. */
export function nameOf<N extends string>({ names, aliases }: Names<N>, given: unknown): N | undefined {
  // first the names themselves: some calls read one each time
  const same = names.find((name) => name === given);
  if (same !== undefined || typeof given !== "string" || given.length > MOST_CHARACTERS) return same;
  const folded = fold(given);
  return names.find((name) => fold(name) === folded) ?? (Object.hasOwn(aliases, folded) ? aliases[folded] : undefined);
}

/** The name that `given` means. @throws TypeError if there is none; `also` says in the message what else helps. */
export function toName<N extends string>(of: Names<N>, given: unknown, also = ""): N {
  const name = nameOf(of, given);
  if (name !== undefined) return name;
  const near = nearest(of, given);
  const hint = near === undefined ? "pass" : `did you mean ${show(near)}? Pass`;
  throw unknownName(`there is no ${of.kind} ${show(given)}; ${hint} one of ${of.names.join(", ")}${also}`);
}

/** The name or alias that differs least from `given`; undefined if all differ much. */
function nearest({ names, aliases }: Names<string>, given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > MOST_CHARACTERS) return undefined;
  const wanted = fold(given);
  let [near, least]: [string | undefined, number] = [undefined, MOST_ERRORS + 1];
  for (const name of [...names, ...Object.keys(aliases)]) {
    const folded = fold(name);
    // characters in the wrong order are one error
    const errors = sorted(wanted) === sorted(folded) ? 1 : distance(wanted, folded);
    if (errors < least) [near, least] = [name, errors];
  }
  return near;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/^nist|[ _-]/g, "");
}

function sorted(text: string): string {
  return [...text].sort().join("");
}

/** The fewest insertions, deletions and changes of a character that make b of a. Levenshtein 1966. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, x] of [...a].entries()) {
    const row = [i + 1];
    for (const [j, y] of [...b].entries()) {
      const [before = 0, up = 0] = above.slice(j, j + 2);
      row.push(Math.min(before + Number(x !== y), up + 1, (row[j] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
