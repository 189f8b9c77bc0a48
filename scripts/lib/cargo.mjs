// Subcommands of cargo that come as crates of their own.
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

/** Installs a subcommand into the project's folder, where it is not there at its version. */
export async function cargoTool(name) {
  const version = VERSIONS[name];
  const place = join(TOOLS, "bin", name);
  await once({
    place,
    done: () =>
      output(place, [name.replace("cargo-", ""), "--version"])
        ?.split(" ")
        .at(-1) === version,
    // cargo puts the program there when it is complete
    work: () => must("cargo", ["install", "--locked", "--root", TOOLS, `${name}@${version}`]),
  });
}
