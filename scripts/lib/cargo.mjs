// Tools that are crates: subcommands of cargo, and the tools of the WebAssembly modules.
import { join } from "node:path";
import { once } from "./once.mjs";
import { must, output, TOOLS } from "./process.mjs";
import { scratch } from "./scratch.mjs";

const VERSIONS = {
  "cargo-cyclonedx": "0.5.9",
  "cargo-deny": "0.20.2",
  "cargo-fuzz": "0.13.2",
  "cargo-llvm-cov": "0.9.1",
  "cargo-mutants": "27.1.0",
};

/** Installs the pinned version of a subcommand of cargo into the project's folder. */
export async function cargoTool(name) {
  await once(crateStep({ name, version: VERSIONS[name], ask: [name.replace("cargo-", ""), "--version"] }));
}

let folder;
/** Tools have crates in common, which compile once in a common folder: a tenth of the set-up's time. */
const compiled = () => (folder ??= scratch("tools"));

/**
 * The installation of the program `name` from a crate into the project's folder; `options` are for `cargo install`. A debug build
 * omits the debugger's data, which takes a sixth of its time.
 */
export function crateStep({ name, version, crate = name, ask = ["--version"], options = [] }) {
  const place = join(TOOLS, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return {
    place,
    done: () => output(place, ask)?.split(" ").at(-1) === version,
    // cargo moves the complete program to its place
    work: () =>
      must("cargo", ["install", "--locked", "--root", TOOLS, ...options, `${crate}@${version}`], {
        env: { CARGO_PROFILE_DEV_DEBUG: "0", CARGO_TARGET_DIR: compiled() },
      }),
  };
}
