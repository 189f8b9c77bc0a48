// Subcommands of cargo that are separate crates.
import { join } from "node:path";
import { once } from "./once.mjs";
import { must, output, TOOLS } from "./process.mjs";

const VERSIONS = {
  "cargo-cyclonedx": "0.5.9",
  "cargo-deny": "0.20.2",
  "cargo-fuzz": "0.13.2",
  "cargo-llvm-cov": "0.9.1",
  "cargo-mutants": "27.1.0",
};

/** Installs the pinned version of a subcommand into the project's folder. */
export async function cargoTool(name) {
  const version = VERSIONS[name];
  const place = join(TOOLS, "bin", name);
  await once({
    place,
    done: () =>
      output(place, [name.replace("cargo-", ""), "--version"])
        ?.split(" ")
        .at(-1) === version,
    // cargo moves the complete program to its place
    work: () => must("cargo", ["install", "--locked", "--root", TOOLS, `${name}@${version}`]),
  });
}
