// The tests' engines, to run the benchmark in.
import { spawn } from "node:child_process";
import { executable, ENGINES as KNOWN } from "../../scripts/lib/engines.mjs";

/** Engines by the names for --engine, without variants by a flag. */
const BY_ID = Object.fromEntries(
  KNOWN.filter(({ id }) => id !== "node" && !id.includes("-")).map((engine) => [engine.id, engine]),
);

/** All names for --engine, except "all". */
export const ENGINES = Object.keys(BY_ID);

/** The executable of an engine: from an environment variable like MODEXP_ENGINE_NODE24, installed, or on the PATH. */
export const locate = (id) => executable(BY_ID[id]);

export const nameOf = (id) => BY_ID[id].name;

export const isBrowser = (id) => BY_ID[id].browser === true;

/** Runs a script in an engine other than a browser. Resolves to its exit code. */
export function runIn(id, path, flags, script, args) {
  return new Promise((resolve) => {
    // unlike the tests, this runs from the workspace: Deno must find its packages
    const before = id === "deno" ? ["run", "-A"] : [];
    const child = spawn(path, [...before, ...flags, script, ...args], { stdio: "inherit" });
    child.on("error", (error) => {
      console.error(`${id}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}
