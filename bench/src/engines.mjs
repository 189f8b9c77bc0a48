// Other engines to run the benchmark in: those that the tests use, from scripts/engines, or those on the PATH.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULES = fileURLToPath(new URL("../../scripts/engines/node_modules/", import.meta.url));
const EXE = process.platform === "win32" ? ".exe" : "";
const NODES = [22, 24, 26];

const BROWSERS = { chromium: ["chromium", "google-chrome", "chrome"], firefox: ["firefox", "firefox-esr"] };

/** All names that --engine takes, besides "all". */
export const ENGINES = [...NODES.map((major) => `node@${major}`), "deno", "bun", ...Object.keys(BROWSERS)];

/** The first existing file among `relative` in the folders of `parent` whose name begins with `prefix`. */
function installed(parent, prefix, relative) {
  const folder = join(MODULES, parent);
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  return names.map((name) => join(folder, name, relative + EXE)).find(existsSync);
}

function onPath(...commands) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command + EXE))).find(existsSync);
}

/** The executable of an engine: from an environment variable as MODEXP_ENGINE_NODE24, installed, or on the PATH. */
export function locate(name) {
  const variable = process.env[`MODEXP_ENGINE_${name.replace("@", "").toUpperCase()}`];
  if (variable) return variable;
  if (name === "deno") return installed("@deno", "", "deno") ?? onPath("deno");
  if (name === "bun") return installed("@oven", "bun-", "bin/bun") ?? onPath("bun");
  if (BROWSERS[name]) return onPath(...BROWSERS[name]);
  return installed("", `${name.replace("@", "")}-`, "bin/node");
}

export const isBrowser = (name) => name in BROWSERS;

/** Runs a script in an engine that is no browser. Resolves to its exit code. */
export function runIn(name, path, flags, script, args) {
  const before = name === "deno" ? ["run", "-A"] : [];
  return new Promise((resolve) => {
    const child = spawn(path, [...before, ...flags, script, ...args], { stdio: "inherit" });
    child.on("error", (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}
