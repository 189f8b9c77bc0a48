// Child processes, and the paths of the project's tools. Uses only Node's modules: it runs before npm has installed any.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const TOOLS = join(ROOT, ".tools");

/** The output folder of cargo and the tests. */
export const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

const EXTENSIONS = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];

/** rustup's folders for cargo, even if HOME is not the user's own. */
function cargoFolders() {
  const homes = [homedir()];
  try {
    homes.push(userInfo().homedir);
  } catch {
    // a user id without a password entry, as in some containers
  }
  return [process.env.CARGO_HOME, ...homes.map((home) => join(home, ".cargo"))]
    .filter((folder) => folder !== undefined && folder !== "")
    .map((folder) => join(folder, "bin"));
}

/** The environment of every child, with the project's tools first and cargo's folders last. */
export const ENV = { ...process.env };
ENV.PATH = [join(TOOLS, "bin"), join(ROOT, "node_modules", ".bin"), ENV.PATH, ...cargoFolders()].join(delimiter);

// runners write to a pipe here; these variables carry whether a person watches
if (process.stdout.isTTY) Object.assign(ENV, { FORCE_COLOR: "1", CARGO_TERM_COLOR: "always" });
else Object.assign(ENV, { NO_COLOR: "1", CARGO_TERM_COLOR: "never" });

/** The path of an executable, or undefined. */
export function which(name) {
  for (const folder of ENV.PATH.split(delimiter)) {
    for (const extension of EXTENSIONS) {
      const path = join(folder, name + extension);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  }
  return undefined;
}

/** The standard output of a command, or undefined if it fails. */
export function output(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, env: ENV, encoding: "utf8", ...options });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** The committed files that match git's patterns, relative to the project's root. */
export function committed(...patterns) {
  const files = output("git", ["ls-files", ...patterns]);
  if (files === undefined) throw new Failure("the project's folder is no clone by git, which lists its files");
  return files.split("\n");
}

/** Runs a command and shows its output as it comes. Resolves to its exit code and all of its output. */
export function run(command, args, { cwd = ROOT, env = {}, quiet = false, timeout = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...ENV, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout,
      killSignal: "SIGKILL",
      shell: process.platform === "win32" && !command.endsWith(".exe"),
    });
    const parts = [];
    const take = (stream) => (chunk) => {
      parts.push(chunk);
      if (!quiet) stream.write(chunk);
    };
    child.stdout.on("data", take(process.stdout));
    child.stderr.on("data", take(process.stderr));
    child.on("error", (error) => resolve({ code: 127, text: `${command}: ${error.message}\n` }));
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 1, text: Buffer.concat(parts).toString() + (signal ? `\nstopped by ${signal}\n` : "") }),
    );
  });
}

/** Runs a command on this terminal, and throws if it fails. */
export async function must(command, args, options = {}) {
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...ENV, ...options.env },
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32" && !command.endsWith(".exe"),
    });
    child.on("error", () => resolve(127));
    child.on("close", (status) => resolve(status ?? 1));
  });
  if (code !== 0) throw new Failure(`\`${command} ${args.join(" ")}\` failed with exit code ${code}`);
}

/** A failure without a stack trace: its message says what to do. */
export class Failure extends Error {}

/** The file's text, or undefined if the file does not exist. */
export function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** "4.2 s", "3 min 20 s". */
export function seconds(ms) {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
