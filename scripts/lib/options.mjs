// The arguments after `npm run TASK --`.
import { parseArgs } from "node:util";
import { Failure } from "./process.mjs";

/** Kinds of options: `--full`, `--minutes 5`. */
export const FLAG = { type: "boolean", default: false };
export const VALUE = { type: "string" };

/** The values of `options`, each of a kind; throws for other arguments before any work begins. */
export function parse(args, options) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const all = Object.entries(options).map(([name, kind]) => (kind === FLAG ? `--${name}` : `--${name} …`));
    throw new Failure(`${error.message}\nthere are: ${all.join(", ")}`);
  }
}

/** The names in `lint,rust`, all of them in `known`; undefined without names. */
export function list(names, known, what) {
  const all = names?.split(",");
  const unknown = all?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw new Failure(`no ${what} ${unknown.join(", ")}; there are: ${known.join(", ")}`);
  return all;
}
