import { resolve } from "node:path";

/** A path relative to the user's folder: npm runs scripts in the package's folder, and INIT_CWD has the user's. */
export const userPath = (path) => resolve(process.env.INIT_CWD ?? ".", path);
