import { resolve } from "node:path";

/** A path as the user meant it: npm runs scripts in the folder of their package, and says where it was called. */
export const userPath = (path) => resolve(process.env.INIT_CWD ?? ".", path);
