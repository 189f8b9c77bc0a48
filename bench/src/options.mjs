// The options that the commands share.
import { resolve } from "node:path";

/** A path relative to the user's folder: npm runs scripts in the package's folder, and INIT_CWD has the user's. */
export const userPath = (path) => path && resolve(process.env.INIT_CWD ?? ".", path);

/** The names in "A,B" that an option takes; names contain commas before spaces: "2048/256, product of 2". */
export function names(option, text, known) {
  const all = text.split(/,(?! )/).filter((each) => each !== "");
  const unknown = all.find((each) => !known.includes(each));
  if (unknown !== undefined) throw new RangeError(`${option} takes ${known.join("; ")}; got ${unknown}`);
  return all;
}

/** Runs a command's `main`; an error's message is all that the user needs. */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
