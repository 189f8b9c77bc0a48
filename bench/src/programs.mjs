// The competing programs: how to build and start them, and their lines of output.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hostPlatform } from "../../packages/modexp-native-js/platforms.mjs";
import { buildAddon } from "../../scripts/build.mjs";
import { engineOf, executable } from "../../scripts/lib/engines.mjs";
import { hashOf } from "../../scripts/lib/hash.mjs";
import { alone, folderStep, once, whole } from "../../scripts/lib/once.mjs";
import { MODES, PAIRING_KINDS, POINT_KINDS, POWER_KINDS, SUM } from "./kinds.mjs";
import { startLines } from "./lines.mjs";
import { programByLines } from "./program.mjs";

const run = promisify(execFile);
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const VENV = path("../dist/python");
const GO_PROGRAM = path("../dist/go-bench");

/** An unresponsive package registry must not stop the rest. */
const PATIENCE_MS = 60_000;

/** Why a program cannot take part. */
class Missing extends Error {}

/** The output of a command; throws Missing with the last line of its errors. */
async function must(what, command, args, options) {
  try {
    return (await run(command, args, { maxBuffer: 2 ** 26, timeout: PATIENCE_MS, ...options })).stdout;
  } catch (error) {
    const why = error.killed ? `more than ${PATIENCE_MS / 1000} s` : lastLine(error.stderr || error.message);
    throw new Missing(`${what}: ${error.code === "ENOENT" ? `${command} is not installed` : why}`);
  }
}

const lastLine = (text) => text.trim().split("\n").at(-1);

/** The path of the program `name`, which `cargo args…` builds. */
async function cargo(name, args) {
  const build = run("cargo", [...args, "--locked", "--message-format=json"], {
    cwd: path("../.."),
    maxBuffer: 2 ** 26,
  });
  const { stdout } = await build.catch((error) => {
    const why = error.code === "ENOENT" ? "cargo is not installed" : lastLine(error.stderr || error.message);
    throw new Missing(`cargo ${args[0]}: ${why}`);
  });
  const artifacts = stdout.split("\n").filter((line) => line.includes('"executable"'));
  return artifacts.map((line) => JSON.parse(line)).find((each) => each.executable && each.target.name === name)
    .executable;
}

/** The native benchmark, with the libraries that it compares with. */
const native = async () => ({
  command: await cargo("pow", ["bench", "-p", "modexp-bench-native", "--no-run"]),
  args: ["--serve"],
});

/** Only the system's OpenSSL: it is built in seconds. */
const openssl = async () => ({
  command: await cargo("modexp-openssl", ["build", "--release", "-p", "modexp-peers"]),
  args: [],
});

async function go() {
  const build = async (empty) => {
    const made = join(empty, "go-bench");
    await must("go build", "go", ["build", "-o", made, "."], { cwd: path("../go") });
    return made;
  };
  await alone(GO_PROGRAM, () => whole(GO_PROGRAM, build));
  return { command: GO_PROGRAM, args: [] };
}

const PYTHON = path("../python/serve.py");

async function pypy() {
  await must("pypy", "pypy3", ["--version"]);
  return { command: "pypy3", args: [PYTHON] };
}

/** The system's Python if it has gmpy2 and mcl, else with `install` a virtual environment with them, else without. */
async function python({ install }) {
  const hasLibraries = (command) =>
    run(command, ["-c", "import gmpy2, mclbn256"]).then(
      () => true,
      () => false,
    );
  await must("python", "python3", ["--version"]);
  if (await hasLibraries("python3")) return { command: "python3", args: [PYTHON] };
  const pythonIn = (venv) => `${venv}/bin/python`;
  const make = async (venv) => {
    if (!install) throw new Missing("gmpy2, mclbn256: a smoke run installs nothing");
    await must("python -m venv", "python3", ["-m", "venv", venv]);
    const pip = ["-m", "pip", "install", "--quiet", "-r", path("../python/requirements.txt")];
    await must("gmpy2, mclbn256", pythonIn(venv), pip);
  };
  try {
    await once(folderStep({ place: VENV, hash: hashOf(["bench/python/requirements.txt"]), make }));
    return { command: pythonIn(VENV), args: [PYTHON] };
  } catch (error) {
    return { command: "python3", args: [PYTHON], lacks: error.message };
  }
}

const JAVASCRIPT = path("../javascript/serve.mjs");

const javascript = (id) => async () => {
  const command = executable(engineOf(id));
  if (command === undefined) throw new Missing("`npm run setup` installs it, where the platform has it");
  return { command, args: [JAVASCRIPT] };
};

const NATIVE = path("../javascript/native.mjs");

/** modexp-native in Node 24; with `install` its addon is built first, which takes minutes. */
async function addon({ install }) {
  const platform = hostPlatform();
  if (platform === undefined) throw new Missing("modexp-native has no addon for this platform");
  if (install) await buildAddon();
  const file = path(`../../packages/modexp-native-js/platforms/${platform}/modexp.node`);
  if (!existsSync(file)) throw new Missing("`npm run addon` builds it");
  const { command, args } = await javascript("node24")();
  return { command, args: ["--import", NATIVE, ...args] };
}

const PAIRINGS = [...Object.values(PAIRING_KINDS), SUM];
const ALL_KINDS = [...POWER_KINDS, ...Object.values(POINT_KINDS), ...PAIRINGS];

/** `mode` is the first mode with the program; a program without a mode takes part on request. */
const PROGRAMS = [
  { id: "native", name: "native", kinds: ALL_KINDS, mode: "smoke", prepare: native },
  ...[
    ["node20", "medium"],
    ["node22", "full"],
    ["node24", "smoke"],
    ["node26", "full"],
    ["bun", "medium"],
  ].map(([id, mode]) => ({ id, name: engineOf(id).name, kinds: ALL_KINDS, mode, prepare: javascript(id) })),
  { id: "addon", name: "Node 24, modexp-native", kinds: ALL_KINDS, mode: "medium", prepare: addon },
  {
    id: "node",
    name: "this Node",
    kinds: ALL_KINDS,
    prepare: async () => ({ command: process.execPath, args: [JAVASCRIPT] }),
  },
  { id: "go", name: "Go", kinds: ["power", ...PAIRINGS], mode: "smoke", prepare: go },
  { id: "python", name: "Python", kinds: ["power", ...Object.values(PAIRING_KINDS)], mode: "smoke", prepare: python },
  { id: "pypy", name: "PyPy", kinds: ["power"], mode: "medium", prepare: pypy },
  { id: "openssl", name: "OpenSSL", kinds: ["power"], prepare: openssl },
];

export const PROGRAM_IDS = PROGRAMS.map(({ id }) => id);

/**
 * Builds and starts the programs `ids`, one after the other; `install` permits downloads. Resolves to { programs, missing:
 * [{ name, why }] }.
 */
export async function startPrograms(ids, { say = () => {}, install = true } = {}) {
  const programs = [];
  const missing = [];
  for (const program of PROGRAMS.filter(({ id }) => ids.includes(id))) {
    say(program.name);
    try {
      const { command, args, lacks } = await program.prepare({ install });
      if (lacks !== undefined) missing.push({ name: `${program.name}: ${lacks.split(":")[0]}`, why: lacks });
      const lines = await startLines(program.name, command, args).catch((error) => {
        throw new Missing(error.message);
      });
      programs.push({ ...programByLines(program, lines), close: lines.close });
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      missing.push({ name: program.name, why: error.message });
    }
  }
  return { programs, missing };
}

/** The programs of a mode. */
export function programsOf(mode) {
  const takesPart = (each) => each.mode !== undefined && MODES.indexOf(each.mode) <= MODES.indexOf(mode);
  return PROGRAMS.filter(takesPart).map(({ id }) => id);
}
