// The JavaScript engines of tests, assurance and benchmarks: where they are, which are required, and how they run code.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT, read, run, which } from "./process.mjs";

const HERE = join(ROOT, "tools", "engines");

const PACKAGES = join(HERE, "node_modules");

const OS = `${process.platform}-${process.arch}`;
const BUN_OS = OS.replace("arm64", "aarch64");
const LIBC = process.platform === "linux" ? "-glibc" : "";
const MAJOR = Number(process.versions.node.split(".")[0]);

const FUSED = ["relaxed", "simd", "js"];

/**
 * The engines. `tiers` must run, or the engine fails; other tiers may. `only` lists the tiers of a second run with a flag.
 * `path` finds the executable; an environment variable MODEXP_ENGINE_<ID> comes first. `share`
 * is for short runs: the engine checks every input of index `first` modulo `of`.
 */
export const ENGINES = [
  { id: "node", name: "this Node", tiers: MAJOR < 22 ? ["simd", "js"] : FUSED, path: () => process.execPath },
  ...(MAJOR < 22
    ? [
        {
          id: "node-relaxed",
          name: "this Node, relaxed SIMD on",
          tiers: ["relaxed"],
          only: ["relaxed"],
          share: { first: 0, of: 4 },
          flags: ["--experimental-wasm-relaxed-simd"],
          path: () => process.execPath,
        },
      ]
    : []),
  ...[20, 22, 24, 26].map((major, i) => ({
    id: `node${major}`,
    name: `Node ${major}`,
    tiers: major < 22 ? ["simd", "js"] : FUSED,
    share: { first: i, of: 4 },
    path: () => join(PACKAGES, `node${major}-${OS}`, "bin", "node"),
  })),
  {
    id: "deno",
    name: "Deno",
    tiers: FUSED,
    share: { first: 0, of: 4 },
    flags: ["run", "-A", "--no-config"],
    path: deno,
  },
  {
    id: "deno-wide",
    name: "Deno, wide arithmetic on",
    tiers: ["relaxed", "wide"],
    only: ["relaxed", "wide"],
    share: { first: 0, of: 2 },
    flags: ["run", "-A", "--no-config", "--v8-flags=--experimental-wasm-wide-arithmetic"],
    path: deno,
  },
  {
    id: "bun",
    name: "Bun",
    tiers: ["wide", "simd", "js"],
    share: { first: 1, of: 2 },
    path: () => join(PACKAGES, "@oven", `bun-${BUN_OS}`, "bin", "bun"),
  },
  {
    id: "chromium",
    name: "Chromium",
    tiers: FUSED,
    share: { first: 1, of: 4 },
    browser: true,
    path: chromium,
  },
  {
    id: "chromium-wide",
    name: "Chromium, wide arithmetic on",
    tiers: ["relaxed", "wide"],
    only: ["relaxed", "wide"],
    share: { first: 3, of: 8 },
    browser: true,
    flags: ["--enable-experimental-webassembly-features"],
    path: chromium,
  },
  {
    id: "firefox",
    name: "Firefox",
    tiers: FUSED,
    share: { first: 0, of: 2 },
    browser: true,
    path: () => first(["firefox", "firefox-esr"]),
  },
];

/** The engine of that id. */
export const engineOf = (id) => ENGINES.find((engine) => engine.id === id);

/** The tiers that `engine` must run on this machine, the fastest first. */
export function tiersHere({ tiers }) {
  return fusesOnThisCpu() ? tiers : tiers.filter((tier) => tier !== "relaxed");
}

/** Whether this CPU has a fused multiply-add: without it, the relaxed tier correctly refuses to run. */
function fusesOnThisCpu() {
  const cpu = process.arch === "x64" ? read("/proc/cpuinfo") : undefined;
  return cpu === undefined || /\bfma\b/.test(cpu);
}

/** The required engines: MODEXP_EXPECT_ENGINES names them, separated by commas. */
const EXPECTED = new Set((process.env.MODEXP_EXPECT_ENGINES ?? "").split(",").filter((id) => id !== ""));

/** Whether `engine` is required. */
export function isExpected(engine) {
  return EXPECTED.has(engine.id);
}

/** The environment variable with the path of `engine`; flag variants share it. */
export function variable(engine) {
  return `MODEXP_ENGINE_${engine.id.split("-")[0].toUpperCase()}`;
}

/** The path of an engine's executable, or undefined. */
export function executable(engine) {
  const path = process.env[variable(engine)] ?? engine.path();
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** The executable of the engine `id`; throws if it is missing. */
export function needed(id) {
  const path = executable(engineOf(id));
  if (path === undefined) throw new Failure(`${id} is missing: npm run setup installs it`);
  return path;
}

/** Resolves to the output of a script of ours in the engine `id`; throws if the script fails. */
export async function printed(id, args) {
  const { code, text } = await run(needed(id), args, { quiet: true });
  if (code !== 0) throw new Failure(`${id} failed: ${text.trim().slice(-2000)}`);
  return text;
}

/** Resolves to the JSON in the last line of that output. */
export const reported = async (id, args) => lastLine(await printed(id, args));

/** The JSON in the last line of a text. */
export const lastLine = (text) => JSON.parse(text.trim().split("\n").at(-1));

/** Runs a test bundle on the JSON file `data` in an engine, which may be a browser. Resolves to { code, text }. */
export function runBundle(engine, bundle, data, timeout) {
  const path = executable(engine);
  const flags = engine.flags ?? [];
  const [program, ...args] = engine.browser
    ? [process.execPath, join(HERE, "browser.mjs"), engine.id.split("-")[0], path, flags.join(" ")]
    : [path, ...flags, join(HERE, "host.mjs")];
  return run(program, [...args, bundle, data, engine.name], {
    quiet: true,
    cwd: HERE,
    env: { NO_COLOR: "1" },
    timeout,
  });
}

function chromium() {
  return first(["chromium", "google-chrome"]);
}

function deno() {
  return join(PACKAGES, "@deno", `${OS}${LIBC}`, "deno");
}

function first(names) {
  return names.map(which).find((path) => path !== undefined);
}
